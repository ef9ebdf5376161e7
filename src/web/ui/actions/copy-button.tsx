import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Icon } from '../layout/icon.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { Button } from './button.tsx'

interface Props {
  /** What lands on the clipboard, exactly. */
  text: string
  /** What it is, for screen readers: "RRR". */
  of: string
}

const confirmFor = 2000

export function CopyButton({ text, of }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmFor)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <Button look="secondary" onClick={async () => setCopied(await copy(text))}>
      <Icon of={copied ? Check : Copy} size="small" />
      <span role="status">{copied ? 'Copied' : 'Copy'}</span>
      <VisuallyHidden>{of}</VisuallyHidden>
    </Button>
  )
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Old browsers, and pages without a secure context, have no clipboard of their own. */
function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea')
  box.value = text
  document.body.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  return done
}

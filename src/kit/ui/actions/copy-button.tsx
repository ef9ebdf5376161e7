import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Icon } from '../layout/icon.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { Button } from './button.tsx'

interface Props {
  /** Copied to the clipboard. */
  text: string
  /** What is copied, for screen readers: "RRR". */
  label: string
}

/** Milliseconds. */
const confirmationTime = 2000

export function CopyButton({ text, label }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationTime)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <>
      <Button variant="secondary" onClick={async () => setCopied(await copy(text))}>
        <Icon icon={copied ? Check : Copy} size="small" />
        {copied ? 'Copied' : 'Copy'}
        <VisuallyHidden> {label}</VisuallyHidden>
      </Button>
      {/* Not within the button, which would lose the word from its name. */}
      <VisuallyHidden>
        <span role="status">{copied && `Copied ${label}`}</span>
      </VisuallyHidden>
    </>
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

/** Old browsers and insecure contexts have no clipboard API. */
function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea')
  box.value = text
  document.body.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  return done
}

import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the focus when it appears, which also scrolls it into view: it says why the button did not work. */
export function FocusedMessage({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  )
}

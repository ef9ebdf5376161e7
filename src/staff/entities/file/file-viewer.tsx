// Displays an applicant's file on the page. What is in the file runs, if at all, in a frame without an origin.

import { useQuery } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { formatFileSize } from '#shared/format/numbers.ts'
import { fileFramePath } from '#shared/staff/paths.ts'
import styles from './file-viewer.module.css'
import type { FrameMessage } from './frame/messages.ts'
import { canDisplay, type ReadFile, readFile } from './read-file.ts'

interface Props {
  url: string
  /** What the file belongs to, such as the entry of a list. */
  title: ReactNode
  /** Facts to compare the file with. */
  children?: ReactNode
  /** Beside Close: to other files. */
  actions?: ReactNode
  onClose: () => void
}

/** Takes the focus when it opens. Escape closes it. */
export function FileViewer({ url, title, children, actions, onClose }: Props) {
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const file = useQuery({
    queryKey: ['file', url],
    queryFn: ({ signal }) => readFile(url, signal),
    // What is at an address never changes, and may be large.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

  useEffect(() => {
    const before = document.activeElement
    section.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <section
      ref={section}
      className={styles.viewer}
      aria-labelledby={heading}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <Actions>
          {actions}
          <a className={styles.download} href={url} download={file.data?.name || true}>
            <Icon icon={Download} size="small" />
            Download
          </a>
          <IconButton icon={X} label="Close the file" onClick={onClose} />
        </Actions>
      </div>
      {children}
      <QueryResult
        query={file}
        lines={['block', 'block']}
        loading="Loading the file…"
        failed="The file could not be opened"
        missing="It is not there any more, or not within your roles."
        back={
          <Button variant="secondary" busy={file.isFetching} onClick={() => void file.refetch()}>
            Try again
          </Button>
        }
      >
        {(data) => (
          <>
            <p className={styles.name}>
              {data.name && data.name !== title && `${data.name}, `}
              {formatFileSize(data.bytes.byteLength)}
            </p>
            <Content key={url} file={data} onClose={onClose} />
          </>
        )}
      </QueryResult>
    </section>
  )
}

const Content = ({ file, onClose }: { file: ReadFile; onClose: () => void }) =>
  canDisplay(file.type) ? (
    <FileFrame file={file} onClose={onClose} />
  ) : (
    <Banner tone="info">This is a Word document, which is not opened here. Download it to read it.</Banner>
  )

type FrameState = 'starting' | 'displayed' | 'failed'

function FileFrame({ file, onClose }: { file: ReadFile; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<FrameState>('starting')
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<FrameMessage>) => {
      const page = frame.current?.contentWindow
      if (!page || source !== page) return
      // The frame has no origin that could be named.
      if (data.kind === 'ready') page.postMessage({ type: file.type, bytes: file.bytes }, '*')
      else if (data.kind === 'closed') close.current()
      else setState(data.kind)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [file])

  if (state === 'failed')
    return (
      <Banner tone="warning" role="alert">
        This file cannot be displayed. It may be damaged or protected with a password. Download it to try another
        program.
      </Banner>
    )
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={fileFramePath}
      sandbox="allow-scripts"
      title={file.name || 'File'}
      data-state={state}
    />
  )
}

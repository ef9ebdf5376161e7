// A chosen photo is saved at once, cut to the frame's middle; the frame can then be moved and saved again.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { describeFailure } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { loadOrReload } from '#kit/routing/reload-once.ts'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { rememberUser } from '../session/session.ts'

const LazyPhotoCropper = lazyPart(
  () => import('./photo-cropper.tsx').then(({ PhotoCropper }) => PhotoCropper),
  <Skeleton lines={['block', 'block']} />,
)
const loadCrop = () => loadOrReload(() => import('./crop-picture.ts'))
const loadView = () => loadOrReload(() => import('./crop-view.ts'))

interface Options {
  /** Saves the photo. Never rejects. */
  save(photo: File): Promise<void>
  busy: boolean
}

interface Chosen {
  file: File
  picture: ImageBitmap
  /** Gets the focus back. */
  opener: Element | null
}

interface PhotoCrop {
  /** Does nothing while another file is being read or saved. */
  select(file: File): Promise<void>
  busy: boolean
  cropper: ReactNode
}

export function usePhotoCrop({ save, busy: isSaving }: Options): PhotoCrop {
  const [chosen, setChosen] = useState<Chosen | null>(null)

  const { run: select, isPending } = useAction(
    async (file: File) => {
      const isSameUser = rememberUser()
      const opener = document.activeElement
      close()
      const [{ readPicture, cropPicture }, { initialView }] = await Promise.all([loadCrop(), loadView()])
      const picture = await readPicture(file)
      const photo = picture ? await cropPicture(file, picture, initialView) : file
      // It would become the photo of who has logged in in another window.
      if (!isSameUser()) return
      if (picture) setChosen({ file, picture, opener })
      await save(photo)
    },
    { onError: (error) => toast.error(describeFailure(error)) },
  )
  const busy = isSaving || isPending

  function close() {
    if (!chosen) return
    chosen.picture.close()
    setChosen(null)
    if (chosen.opener instanceof HTMLElement) chosen.opener.focus()
  }
  const newestChosen = useRef(chosen)
  useLayoutEffect(() => {
    newestChosen.current = chosen
  })

  const cropper = chosen && (
    <LazyPhotoCropper
      key={chosen.file.name + chosen.file.lastModified}
      picture={chosen.picture}
      busy={busy}
      onClose={close}
      onUse={async (view) => {
        const { cropPicture } = await loadCrop()
        await save(await cropPicture(chosen.file, chosen.picture, view))
        // Who has left the frame meanwhile has gone on elsewhere.
        if (newestChosen.current === chosen) close()
      }}
    />
  )
  return { select, busy, cropper }
}

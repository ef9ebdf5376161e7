// A chosen photo is saved at once, cut to the frame's middle; the frame can then be moved and saved again.
import { type ReactNode, useState } from 'react'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { loadWithRetry } from '#kit/routing/load-with-retry.ts'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'

const LazyPhotoCropper = lazyPart(
  () => import('./photo-cropper.tsx').then(({ PhotoCropper }) => PhotoCropper),
  <Skeleton lines={['block', 'block']} />,
)
const loadCrop = () => loadWithRetry(() => import('./crop-picture.ts'))
const loadView = () => loadWithRetry(() => import('./crop-view.ts'))

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

export function usePhotoCrop({ save, busy }: Options): { select(file: File): Promise<void>; cropper: ReactNode } {
  const [chosen, setChosen] = useState<Chosen | null>(null)

  async function select(file: File) {
    const opener = document.activeElement
    close()
    const [{ readPicture, cropPicture }, { initialView }] = await Promise.all([loadCrop(), loadView()])
    const picture = await readPicture(file)
    if (!picture) return save(file)
    setChosen({ file, picture, opener })
    await save(await cropPicture(file, picture, initialView))
  }

  function close() {
    if (!chosen) return
    chosen.picture.close()
    setChosen(null)
    if (chosen.opener instanceof HTMLElement) chosen.opener.focus()
  }

  const cropper = chosen && (
    <LazyPhotoCropper
      key={chosen.file.name + chosen.file.lastModified}
      picture={chosen.picture}
      busy={busy}
      onClose={close}
      onUse={async (view) => {
        const { cropPicture } = await loadCrop()
        await save(await cropPicture(chosen.file, chosen.picture, view))
        close()
      }}
    />
  )
  return { select, cropper }
}

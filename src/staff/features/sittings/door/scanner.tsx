// The camera of the device, held over the QR code of a slip.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import styles from './door.module.css'

interface QrDetector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type DetectorClass = new (options: { formats: string[] }) => QrDetector

const getDetectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether the browser can read codes itself and offers its camera. */
export const canScan = (): boolean => getDetectorClass() !== undefined && navigator.mediaDevices !== undefined

const scanIntervalMs = 250
/** The same slip stays before the camera for a while. */
const repeatMs = 4_000

export function Scanner({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    const Detector = getDetectorClass()
    const element = video.current
    if (!Detector || !element) return undefined
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | null = null
    let isLeft = false
    let last = { text: '', at: 0 }

    async function open() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isLeft || !element) return close()
        element.srcObject = stream
        await element.play()
      } catch (error) {
        if (!isLeft) setProblem(describeCameraProblem(error))
      }
    }
    const close = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function read() {
      if (!element || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
      const [code] = await detector.detect(element).catch(() => [])
      if (!code || isLeft || (code.rawValue === last.text && Date.now() - last.at < repeatMs)) return
      last = { text: code.rawValue, at: Date.now() }
      report(code.rawValue)
    }
    void open()
    const timer = setInterval(() => void read(), scanIntervalMs)
    return () => {
      isLeft = true
      clearInterval(timer)
      close()
    }
  }, [])
  if (problem)
    return (
      <Banner tone="warning" role="alert">
        {problem}
      </Banner>
    )
  return <video ref={video} className={styles.camera} muted playsInline aria-label="What the camera sees" />
}

const describeCameraProblem = (error: unknown): string =>
  error instanceof Error && error.name === 'NotAllowedError'
    ? 'The browser may not use the camera. Allow it in the settings of the browser, or find applicants by number or name.'
    : 'The camera cannot be opened. Find applicants by number or name.'

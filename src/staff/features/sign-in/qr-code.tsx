import { useQuery } from '@tanstack/react-query'
import { toString as renderQrCode } from 'qrcode'
import styles from './qr-code.module.css'

/** Drawn in the browser, so that the secret in it appears in no address. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: svg } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: () => renderQrCode(text, { type: 'svg', margin: 2 }),
    gcTime: 0,
  })
  return (
    <div className={styles.frame}>
      {svg && <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} width="200" height="200" />}
    </div>
  )
}

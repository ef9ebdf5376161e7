// Images for the demo's submitted applications, drawn here so that no image files are needed.
import sharp from 'sharp'

/** A portrait as JPEG, 320 × 400 pixels. */
export function drawPortrait(hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="400">
    <rect width="320" height="400" fill="hsl(${hue} 25% 88%)"/>
    <circle cx="160" cy="160" r="70" fill="hsl(25 45% 34%)"/>
    <path d="M96 150a64 64 0 0 1 128 0c-30-26-98-26-128 0z" fill="hsl(20 30% 12%)"/>
    <path d="M40 400c10-110 70-150 120-150s110 40 120 150z" fill="hsl(${hue} 45% 32%)"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

/** A scanned certificate as PNG. */
export function drawCertificate(heading: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="640">
    <rect width="900" height="640" fill="#fffdf6"/>
    <rect x="24" y="24" width="852" height="592" fill="none" stroke="#1f5a3d" stroke-width="4"/>
    <text x="450" y="300" font-size="40" text-anchor="middle" font-family="serif" fill="#222">${heading}</text>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encodeQr from 'qr'

const [WIDTH, HEIGHT, PIXELS] = [640, 480, 8]

/** Video of a QR code, in a format that Chromium can play instead of a camera (YUV4MPEG2, 4:2:0). */
function filmOf(text: string): Uint8Array {
  const data = encodeQr(text, 'raw', { ecc: 'medium', border: 2 })
  const size = data.length
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235)
  const [left, top] = [WIDTH, HEIGHT].map((side) => (side - size * PIXELS) >> 1) as [number, number]
  for (let y = 0; y < size * PIXELS; y++)
    for (let x = 0; x < size * PIXELS; x++)
      if (data[Math.floor(y / PIXELS)]?.[Math.floor(x / PIXELS)]) luma[(top + y) * WIDTH + left + x] = 16
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, grey])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`), frame, frame])
}

/** Arguments for Chromium that make its camera show a QR code. */
export function fakeCamera(text: string): { readonly browserArgs: readonly string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-modal-camera-'))
  const film = join(folder, 'code.y4m')
  writeFileSync(film, filmOf(text))
  return {
    browserArgs: ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

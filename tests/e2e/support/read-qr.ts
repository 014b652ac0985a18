import type { Locator } from 'playwright-core'
import decode from 'qr/decode.js'

/** Decodes a QR code from a screenshot, as a camera would see it. */
export async function readQr(code: Locator): Promise<string> {
  const png = (await code.screenshot()).toString('base64')
  const blank = await code.page().context().newPage()
  try {
    const { width, height, pixels } = await blank.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('There is no canvas.')
      pen.drawImage(image, 0, 0)
      const { width, height, data: pixels } = pen.getImageData(0, 0, image.width, image.height)
      // as text, because transferring an array of numbers from the page takes seconds
      const bytes = Array.from(pixels, (byte) => String.fromCharCode(byte)).join('')
      return { width, height, pixels: btoa(bytes) }
    }, png)
    return decode({ width, height, data: new Uint8Array(Buffer.from(pixels, 'base64')) }, { timeLimit: 5000 })
  } finally {
    await blank.close()
  }
}

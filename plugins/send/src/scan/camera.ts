/** Maximum width and height of the scanned picture, in pixels: larger pictures take longer without better results. */
const MAX_PIXELS = 720
/** Delay between two scans, to keep the page responsive and save battery. */
export const SCAN_INTERVAL_MS = 120

/** Whether the page's Permissions-Policy allows the camera; true if the browser does not report the policy. */
function isAllowed(): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  const allows: unknown = Reflect.get(Object(policy), 'allowsFeature')
  return typeof allows !== 'function' || Reflect.apply(allows, policy, ['camera']) === true
}

/** Whether there is a camera that this page may request. Shows no prompt and needs no permission. */
export async function hasCamera(): Promise<boolean> {
  const { mediaDevices }: { readonly mediaDevices?: MediaDevices } = navigator // absent in insecure contexts
  if (typeof mediaDevices?.getUserMedia !== 'function' || !isAllowed()) return false
  try {
    return (await mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput')
  } catch {
    return false // the browser does not list devices
  }
}

export const stopCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Creates a function that reads the QR code in the current frame of a video. The function returns `undefined` if there is no code. */
export async function createReader(): Promise<(video: HTMLVideoElement) => string | undefined> {
  const { default: decode } = await import('qr/decode.js')
  const canvasContext = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return (video) => {
    const { videoWidth, videoHeight } = video
    if (!canvasContext || videoWidth === 0 || videoHeight === 0) return undefined
    const scale = Math.min(1, MAX_PIXELS / Math.max(videoWidth, videoHeight))
    const width = Math.round(videoWidth * scale)
    const height = Math.round(videoHeight * scale)
    Object.assign(canvasContext.canvas, { width, height })
    canvasContext.drawImage(video, 0, 0, width, height)
    const { data } = canvasContext.getImageData(0, 0, width, height)
    try {
      return decode({ width, height, data })
    } catch {
      return undefined // the library throws if there is no code
    }
  }
}

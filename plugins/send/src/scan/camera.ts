/** The sides of a picture that is searched for a code, in pixels: more takes longer and finds no more. */
const MOST_PIXELS = 720
/** Between two looks, so that the page stays quick and the battery lasts. */
export const LOOK_MS = 120

/** By the page's Permissions-Policy, where the browser tells of it; elsewhere asking is denied. */
function isAllowed(): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  const allows: unknown = Reflect.get(Object(policy), 'allowsFeature')
  return typeof allows !== 'function' || Reflect.apply(allows, policy, ['camera']) === true
}

/** Whether there is a camera that this page may ask for. Nobody is asked anything by this, and no permission is needed. */
export async function hasCamera(): Promise<boolean> {
  const { mediaDevices }: { readonly mediaDevices?: MediaDevices } = navigator // absent on pages that are not secure
  if (typeof mediaDevices?.getUserMedia !== 'function' || !isAllowed()) return false
  try {
    return (await mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput')
  } catch {
    return false // the browser does not tell, so nothing is offered
  }
}

export const stopCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Reads the code in a video's current picture; `undefined` where there is none. */
export async function createReader(): Promise<(video: HTMLVideoElement) => string | undefined> {
  const { default: decode } = await import('qr/decode.js')
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return (video) => {
    const { videoWidth, videoHeight } = video
    if (!pen || videoWidth === 0 || videoHeight === 0) return undefined
    const scale = Math.min(1, MOST_PIXELS / Math.max(videoWidth, videoHeight))
    const width = Math.round(videoWidth * scale)
    const height = Math.round(videoHeight * scale)
    Object.assign(pen.canvas, { width, height })
    pen.drawImage(video, 0, 0, width, height)
    const { data } = pen.getImageData(0, 0, width, height)
    try {
      return decode({ width, height, data })
    } catch {
      return undefined // the library's way to say that it sees no code
    }
  }
}

import { type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createReader, hasCamera, SCAN_INTERVAL_MS, stopCamera } from './camera.js'

/** State of the scanner. `denied`: the visitor or the browser denied the camera. `missing`: there is no camera, or another program uses it. */
export type Scan = 'off' | 'starting' | 'looking' | 'denied' | 'missing' | 'failed'

export interface ScanModel {
  readonly state: ReadonlySignal<Scan>
  /** Whether the page may request a camera. */
  readonly isOffered: ReadonlySignal<boolean>
  /** Checks whether a camera is available, and sets `isOffered`. */
  offer(): Promise<void>
  /** Displays the camera's picture in the element and scans it until a code is found or the returned function is called. */
  start(video: HTMLVideoElement, onCode: (text: string) => void): () => void
}

/** State after an error of `getUserMedia`, by name of the `DOMException`. Other errors: `failed`. */
const errorStates: Readonly<Record<string, Scan>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'missing',
  AbortError: 'missing',
}

/** Scanner for QR codes. `start` turns the camera on. A scanned code, a failure, or the function that `start` returns turns the camera off. */
export function createScan(ctx: Pick<Context, 'abortSignal' | 'log'>): ScanModel {
  const state = signal<Scan>('off')
  const isOffered = signal(false)

  const run = async (
    video: HTMLVideoElement,
    onCode: (text: string) => void,
    abortController: AbortController,
  ): Promise<void> => {
    const { signal: ended } = abortController
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
    if (ended.aborted) return stopCamera(stream)
    ended.addEventListener('abort', () => {
      stopCamera(stream)
      video.srcObject = null
    })
    // the camera was unplugged, or the permission was revoked
    const onEnded = (): void => {
      if (!ended.aborted) state.value = 'missing'
      abortController.abort()
    }
    for (const track of stream.getTracks()) track.addEventListener('ended', onEnded)
    video.srcObject = stream
    const [read] = await Promise.all([createReader(), video.play()])
    if (ended.aborted) return
    state.value = 'looking'
    for (;;) {
      const text = document.visibilityState === 'hidden' ? undefined : read(video)
      if (text) return onCode(text)
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS))
      if (ended.aborted) return
    }
  }
  return {
    state,
    isOffered,
    async offer() {
      isOffered.value = await hasCamera()
    },
    start(video, onCode) {
      const abortController = new AbortController()
      const stop = (): void => abortController.abort()
      ctx.abortSignal.addEventListener('abort', stop)
      state.value = 'starting'
      run(video, onCode, abortController)
        .catch((error: unknown) => {
          if (abortController.signal.aborted) return
          const { name }: { readonly name?: unknown } = Object(error)
          ctx.log.info('the camera could not be used', error)
          state.value = (typeof name === 'string' && Object.hasOwn(errorStates, name) && errorStates[name]) || 'failed'
        })
        .finally(stop)
      return () => {
        ctx.abortSignal.removeEventListener('abort', stop)
        stop()
        state.value = 'off'
      }
    },
  }
}

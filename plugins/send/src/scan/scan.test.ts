// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStage } from '../stage.test.fixtures.js'
import { createScan } from './scan.js'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

/** Stubs `navigator.mediaDevices`. */
function fakeCamera(answer: () => Promise<MediaStream>, kinds: readonly string[] = ['audioinput', 'videoinput']) {
  const mediaDevices = { getUserMedia: vi.fn(answer), enumerateDevices: async () => kinds.map((kind) => ({ kind })) }
  vi.stubGlobal('navigator', { mediaDevices })
  return mediaDevices
}

function fakeStream() {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() })
  return { track, stream: { getTracks: () => [track] } as unknown as MediaStream } // a browser's class
}
const screen = (): HTMLVideoElement =>
  Object.defineProperties(document.createElement('video'), {
    play: { value: async () => {} },
    srcObject: { value: null, writable: true },
  })
const error = (name: string): Error => Object.assign(new Error(name), { name })

describe('the camera', () => {
  it('is offered if there is one, without a permission prompt', async () => {
    using stage = await createStage()
    const scan = createScan(stage.ctx)
    const devices = fakeCamera(async () => fakeStream().stream)
    await scan.offer()
    expect([scan.isOffered.peek(), devices.getUserMedia.mock.calls.length]).toEqual([true, 0])
    fakeCamera(async () => fakeStream().stream, ['audioinput'])
    await scan.offer()
    expect(scan.isOffered.peek()).toBe(false)
    vi.stubGlobal('navigator', {})
    await scan.offer()
    expect(scan.isOffered.peek()).toBe(false)
  })

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'missing'],
    ['TypeError', 'failed'],
  ])('that rejects with %s has the state %s', async (name, state) => {
    using stage = await createStage()
    fakeCamera(() => Promise.reject(error(name)))
    const scan = createScan(stage.ctx)
    const leave = scan.start(screen(), () => {})
    await waitUntil(() => expect(scan.state.peek()).toBe(state))
    leave()
    expect(scan.state.peek()).toBe('off')
  })

  it('is stopped at once if it is allowed after the visitor left the view', async () => {
    using stage = await createStage()
    const { stream, track } = fakeStream()
    let allow: () => void = () => {}
    fakeCamera(
      () =>
        new Promise((resolve) => {
          allow = () => resolve(stream)
        }),
    )
    const scan = createScan(stage.ctx)
    scan.start(screen(), () => {})()
    allow()
    await waitUntil(() => expect(track.stop).toHaveBeenCalledOnce())
    expect(scan.state.peek()).toBe('off')
  })

  it('is stopped when the modal is disposed, and has the state missing after its track ended', async () => {
    const stage = await createStage()
    const [first, second] = [fakeStream(), fakeStream()]
    const streams = [first.stream, second.stream]
    fakeCamera(async () => streams.shift() ?? Promise.reject(error('NotFoundError')))
    const scan = createScan(stage.ctx)
    const leave = scan.start(screen(), () => {})
    await waitUntil(() => expect(scan.state.peek()).toBe('looking'))
    first.track.dispatchEvent(new Event('ended'))
    expect(scan.state.peek()).toBe('missing')
    leave()
    scan.start(screen(), () => {})
    await waitUntil(() => expect(scan.state.peek()).toBe('looking'))
    stage.modal.dispose()
    expect(second.track.stop).toHaveBeenCalledOnce()
  })
})

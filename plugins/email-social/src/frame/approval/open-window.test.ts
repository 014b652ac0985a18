// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ApprovalWindow, openWindow } from './open-window.js'
import { WINDOW_READY, type WindowScreen } from './window-messages.js'

const screen: WindowScreen = { kind: 'approval', summary: { title: 'Sign', facts: [], warnings: [] } }

/** Window that the browser opens, and the ports that it received. */
let opened: {
  closed: boolean
  readonly ports: MessagePort[]
  readonly targets: unknown[]
  postMessage(data: unknown, origin: unknown, ports: readonly MessagePort[]): void
  close(): void
}
const asWindow = (fake: typeof opened): Window => fake as unknown as Window // a browser's class
const answers: string[] = []
let approval: ApprovalWindow | undefined

beforeEach(() => {
  answers.length = 0
  opened = {
    closed: false,
    ports: [],
    targets: [],
    postMessage(_data, origin, ports) {
      opened.targets.push(origin)
      opened.ports.push(...ports)
    },
    close() {
      opened.closed = true
    },
  }
  vi.spyOn(window, 'open').mockReturnValue(asWindow(opened))
  approval = openWindow(screen, { onAnswer: (answer) => answers.push(answer), onClosed: () => answers.push('closed') })
})
afterEach(() => {
  approval?.close()
  for (const port of opened.ports) port.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const post = (values: object = {}): void =>
  void dispatchEvent(
    Object.assign(new Event('message'), { data: WINDOW_READY, source: opened, origin: location.origin, ...values }),
  )
const delivered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

it('sends the request only to the window that it opened, and only to a page of its own origin', () => {
  post({ source: window })
  post({ origin: 'https://evil.example' })
  post({ data: 'confirmed' })
  expect(opened.ports).toEqual([])
  post()
  expect(opened.targets).toEqual([location.origin])
})

it('accepts one decision, and none after the request has ended', async () => {
  post()
  const [port] = opened.ports
  port?.postMessage('approved')
  port?.postMessage('confirmed')
  port?.postMessage('rejected')
  await delivered()
  expect([answers, opened.closed]).toEqual([['confirmed'], true])
  post()
  expect(opened.ports).toHaveLength(1)
})

it('closes the window, and ignores its decision, when the page of the frame is left', async () => {
  post()
  dispatchEvent(new Event('pagehide'))
  opened.ports[0]?.postMessage('confirmed')
  await delivered()
  expect([answers, opened.closed]).toEqual([[], true])
})

it.each([
  ['none', () => null],
  ['a closed one', () => asWindow({ ...opened, closed: true })],
])('a blocked window is reported, if the browser returns %s', (_, returned) => {
  vi.mocked(window.open).mockReturnValue(returned())
  expect(openWindow(screen, { onAnswer: () => undefined, onClosed: () => undefined })).toBeUndefined()
})

it('ignores the decision of a window whose request was cancelled', async () => {
  post()
  approval?.close()
  opened.ports[0]?.postMessage('confirmed')
  await delivered()
  expect(answers).toEqual([])
})

it('after a reload of the window, accepts the decision of the reloaded page only', async () => {
  post()
  post()
  opened.ports[0]?.postMessage('confirmed')
  await delivered()
  expect(answers).toEqual([])
  opened.ports[1]?.postMessage('rejected')
  await delivered()
  expect(answers).toEqual(['rejected'])
})

it('reports that the visitor has closed the window, once', async () => {
  opened.closed = true
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(answers).toEqual(['closed'])
})

it('accepts a decision that arrives after the window was seen to be closed, as on a phone that had frozen the page', async () => {
  approval?.close()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  opened.closed = false
  approval = openWindow(screen, { onAnswer: (answer) => answers.push(answer), onClosed: () => answers.push('closed') })
  post()
  opened.closed = true
  vi.advanceTimersByTime(250)
  opened.ports[0]?.postMessage('confirmed')
  await delivered()
  vi.advanceTimersByTime(1000)
  expect(answers).toEqual(['confirmed'])
})

it('returns nothing if the browser blocks the window', () => {
  vi.mocked(window.open).mockReturnValue(null)
  expect(openWindow(screen, { onAnswer: () => undefined, onClosed: () => undefined })).toBeUndefined()
})

// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loginOf } from '../account/login.test.fixtures.js'
import { FrameError, gateway } from '../gateway.js'
import { askForCode } from './code-screen.js'
import { exportKey } from './export-key.js'
import { type FlowScreen, runFlow } from './flow.js'

const { frame } = vi.hoisted(() => ({ frame: { setVisible: (_: boolean): void => undefined } }))

/** Reports what the test sets. */
vi.mock('../approval/visible.js', () => ({
  watchVisible: (_: Element, change: (isVisible: boolean) => void) => {
    frame.setVisible = change
    return { isVisible: () => false, stop: () => undefined }
  },
}))

const login = loginOf()

const mainButton = (): HTMLButtonElement => {
  const element = document.querySelector<HTMLButtonElement>('button.primary')
  if (!element) throw new Error('There is no main button.')
  return element
}

/** Clicks like a visitor: frames ignore the clicks of scripts. */
function click(): void {
  const event = new MouseEvent('click', { detail: 1 })
  Object.defineProperty(event, 'isTrusted', { value: true })
  mainButton().dispatchEvent(event)
}

const failure = new FrameError('UNAVAILABLE', 'The gateway is unavailable.')
let rejectRequest: (error: Error) => void
const request = (): Promise<never> =>
  new Promise((_, reject) => {
    rejectRequest = reject
  })

const askCode = (screen: FlowScreen): Promise<unknown> =>
  askForCode(screen, { title: 'Code', email: 'a@shop.example', send: request })

beforeEach(() => void vi.spyOn(gateway, 'readKey').mockImplementation(request))

describe.each<[string, (screen: FlowScreen) => Promise<unknown>]>([
  ['that starts the export of the key', (screen) => exportKey(login, screen)],
  ['that submits a code', askCode],
])('the button %s', (_, flow) => {
  const open = (): void => {
    runFlow(flow, {}).catch(() => undefined)
    frame.setVisible(true)
    const field = document.querySelector('input')
    if (field) field.value = '123456'
    click()
    expect(mainButton().disabled).toBe(true)
  }
  const fail = async (): Promise<void> => {
    rejectRequest(failure)
    await vi.waitFor(() => expect(document.body.textContent).toContain(failure.message))
  }

  it('works again after its request has failed', async () => {
    open()
    await fail()
    expect(mainButton().disabled).toBe(false)
  })

  it('stays disabled while the page covers the frame, also after its request has failed', async () => {
    open()
    frame.setVisible(false)
    await fail()
    expect(mainButton().disabled).toBe(true)
    frame.setVisible(true)
    expect(mainButton().disabled).toBe(false)
  })

  it('stays disabled during its request if the frame becomes visible again', async () => {
    open()
    frame.setVisible(false)
    frame.setVisible(true)
    expect(mainButton().disabled).toBe(true)
    await fail()
    expect(mainButton().disabled).toBe(false)
  })
})

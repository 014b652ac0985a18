// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { loginOf } from '../account/login.test.fixtures.js'
import { exportKey } from './export-key.js'
import { runFlow } from './flow.js'

const { frame } = vi.hoisted(() => ({ frame: { setVisible: (_: boolean): void => undefined } }))

vi.mock('../approval/visible.js', () => ({
  watchVisible: (_: Element, change: (isVisible: boolean) => void) => {
    frame.setVisible = change
    return { isVisible: () => false, stop: () => undefined }
  },
}))
vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: { readKey: async () => ({ share: '01', recovery: '02' }), passkeys: async () => [] },
}))
vi.mock('../key/key.js', () => ({ withKey: async () => new Uint8Array(32).fill(0xab) }))
vi.mock('./second-factor.js', () => ({ askSecondFactor: async () => new Uint8Array(1) }))

const KEY = 'ab'.repeat(32)
const login = loginOf()

/** Clicks like a visitor: frames ignore the clicks of scripts. */
function click(label: string): void {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
  const event = new MouseEvent('click', { detail: 1 })
  Object.defineProperty(event, 'isTrusted', { value: true })
  button?.dispatchEvent(event)
}

it('when the visitor leaves the page, the displayed key is removed at once, and the screen is closed', async () => {
  const exported = runFlow((screen) => exportKey(login, screen), {})
  frame.setVisible(true)
  click('Continue')
  await vi.waitFor(() => expect(document.querySelector('code')).not.toBeNull())
  frame.setVisible(true)
  click('Show key')
  expect(document.body.textContent).toContain(KEY)
  dispatchEvent(new Event('pagehide'))
  expect(document.body.textContent).not.toContain(KEY)
  await exported
  expect(document.body.textContent).toBe('')
})

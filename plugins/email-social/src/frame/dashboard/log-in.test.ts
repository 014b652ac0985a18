// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { FlowScreen } from '../settings/flow.js'
import { logIn } from './log-in.js'

const { requests } = vi.hoisted(() => ({ requests: [] as { email: string; reply(): void }[] }))
vi.mock('../login/email-login.js', () => ({
  createEmailLogin: () => ({
    begin: (email: string) =>
      new Promise((resolve) => {
        requests.push({ email, reply: () => resolve({ action: 'VERIFY_OTP', retryInSeconds: 0 }) })
      }),
  }),
}))
// the real button ignores clicks of scripts
vi.mock('../element.js', async (original) => ({
  ...(await original<typeof import('../element.js')>()),
  button(label: string, _kind: string, onClick: () => void) {
    const element = document.createElement('button')
    element.textContent = label
    element.addEventListener('click', onClick)
    return element
  },
}))

it('the code screen displays the address to which the code was sent, whatever the visitor typed meanwhile', async () => {
  const screen: FlowScreen = { draw: (nodes) => document.body.replaceChildren(...nodes), onEnd: () => undefined }
  void logIn(screen, '')
  const field = document.querySelector('input')
  if (!field) throw new Error('the screen has no field')
  field.value = ' ada@example.org '
  document.querySelector('button')?.click()
  field.value = 'bob@example.org'
  requests[0]?.reply()
  await expect.poll(() => document.querySelector('bdi')?.textContent).toBe('ada@example.org')
  expect(requests).toMatchObject([{ email: 'ada@example.org' }])
})

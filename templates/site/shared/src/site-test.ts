// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import html from '../index.html?raw'
import { modal, wallet } from './fake-modal'
import { mount } from './mount'

vi.mock('./wallet-modal.config', () => import('./fake-modal'))

const part = (selector: string) => document.querySelector<HTMLElement>(selector)
const isShown = (selector: string) => part(selector)?.closest('[hidden]') === null

document.body.innerHTML = /<body>(.*?)<script/s.exec(html)?.[1] ?? ''
mount(part('#root') ?? document.body)
afterEach(() => modal.disconnect())

const connect = async () => {
  await modal.connections.connect(wallet.connector)
  await vi.waitFor(() => expect(isShown('[data-testid="address"]')).toBe(true))
}

it('shows the account only while a wallet is connected', async () => {
  expect(isShown('.hero')).toBe(true)
  await connect()
  expect(isShown('.hero')).toBe(false)
  await vi.waitFor(() => {
    expect(part('[data-testid="address"]')?.dataset.address).toBe('fake-1')
    expect(part('[data-testid="balance"]')?.textContent).toBe('1 COIN')
  })
  wallet.changeAccounts(['fake-2'])
  await vi.waitFor(() => expect(part('[data-testid="address"]')?.dataset.address).toBe('fake-2'))
  await modal.disconnect()
  await vi.waitFor(() => expect(isShown('.hero')).toBe(true))
})

it.each([
  ['approve', 'signed'],
  ['reject', 'declined'],
  ['fail', 'failed'],
] as const)('if the wallet is set to %s, the signing status is %s', async (behaviour, status) => {
  wallet.behaviour = 'approve'
  await connect()
  wallet.behaviour = behaviour
  part('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await vi.waitFor(() => expect(part('[data-testid="signature"]')?.dataset.status).toBe(status))
})

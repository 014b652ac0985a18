// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { transactionSettled, type WalletModal } from '../../index.js'
import { createFakeModal } from '../../modal/fake-modal.test.fixtures.js'
import { useBalance } from '../index.js'

const ETHER = 10n ** 18n

/** Modal with a connected wallet. The test answers each balance request, by its index. */
function fakeModal() {
  const answers: { readonly resolve: (amountBase: bigint) => void; readonly reject: () => void }[] = []
  const fake = createFakeModal({
    balance: () => new Promise((resolve, reject) => answers.push({ resolve, reject: () => reject(Error()) })),
  })
  fake.set({})
  return { ...fake, answers }
}

const Shown = ({ modal }: { readonly modal: WalletModal }): ReactNode => {
  const balance = useBalance(modal)
  return <p>{balance.status === 'ready' ? balance.text : balance.status}</p>
}

let root: Root | undefined
async function draw(modal: WalletModal): Promise<HTMLElement> {
  const page = document.createElement('div')
  root = createRoot(page)
  await act(async () => root?.render(<Shown modal={modal} />))
  return page
}

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => act(async () => root?.unmount()))

it('useBalance returns the balance, and reads it again after a transaction and when the window gets the focus', async () => {
  const { modal, answers, listeners } = fakeModal()
  const page = await draw(modal)
  expect(page.textContent).toBe('loading')
  await act(async () => answers[0]?.resolve((12_345n * ETHER) / 10n))
  expect(page.textContent).toBe('1,234.5 ETH')
  await act(async () => listeners.get(transactionSettled)?.())
  await act(async () => answers[1]?.resolve(2n * ETHER))
  expect(page.textContent).toBe('2 ETH')
  await act(async () => void window.dispatchEvent(new Event('focus')))
  await act(async () => answers[2]?.resolve(3n * ETHER))
  expect(page.textContent).toBe('3 ETH')
})

it('C: a slow old reply does not replace a newer balance', async () => {
  const { modal, answers } = fakeModal()
  const page = await draw(modal)
  await act(async () => void window.dispatchEvent(new Event('focus')))
  await act(async () => answers[1]?.resolve(2n * ETHER))
  await act(async () => answers[0]?.resolve(ETHER))
  expect(page.textContent).toBe('2 ETH')
})

it('a balance of a previous account is never returned', async () => {
  const { modal, answers, set } = fakeModal()
  const page = await draw(modal)
  await act(async () => answers[0]?.resolve(ETHER))
  await act(async () => set({ account: { address: '0x2', type: 'eoa' } }))
  expect(page.textContent).toBe('loading')
  await act(async () => answers[1]?.resolve(5n * ETHER))
  expect(page.textContent).toBe('5 ETH')
})

it('the balance is unknown without a wallet, on an unlisted network, and if it cannot be read', async () => {
  const { modal, answers, set } = fakeModal()
  const page = await draw(modal)
  await act(async () => answers[0]?.reject())
  expect(page.textContent).toBe('unknown')
  await act(async () => set({ network: undefined, caipNetworkId: 'eip155:99' }))
  expect(page.textContent).toBe('unknown')
  await act(async () => set(null))
  expect([page.textContent, answers.length]).toEqual(['unknown', 1])
})

it('no balance is read after the component is removed, nor on a server', async () => {
  const { modal, answers, listeners } = fakeModal()
  expect(renderToString(<Shown modal={modal} />)).toBe('<p>unknown</p>')
  await draw(modal)
  await act(async () => root?.unmount())
  window.dispatchEvent(new Event('focus'))
  expect([answers.length, listeners.size]).toEqual([1, 0])
})

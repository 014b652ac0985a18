// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { createBalancesStage } from './balances.test.fixtures.js'
import { Tokens } from './contract.js'

let load = (): void => {}
vi.mock('./reader.js', async (original) => {
  await new Promise<void>((resolve) => {
    load = resolve
  })
  return original()
})

const stage = createBalancesStage()

it('the Tokens view does not show "No tokens yet" while the code that reads balances is loading', async () => {
  await stage.start()
  const text = (): string => document.querySelector('[data-wallet-modal]')?.shadowRoot?.textContent ?? ''
  void stage.modal.open({ view: Tokens })
  await waitUntil(() => expect(text()).toMatch(/Tokens/))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(text()).not.toMatch(/No tokens yet/)
  load()
  await waitUntil(() => expect(text()).toMatch(/USD Coin/))
})

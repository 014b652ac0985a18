// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'
import { definePlugin, viewOf } from '../../../plugins/plugin.js'
import { view } from '../../../plugins/token.js'
import { useValue } from '../../../react/hooks/use-value.js'
import { signal } from '../../../signals.js'
import { inlineUi } from '../../../testing/inline-ui.js'
import { renderModal, waitUntil } from '../../../testing/render-modal.js'
import { AmountField } from '../amount-field.js'
import type { FindToken } from './token-at-address.js'
import { TokenPicker } from './token-picker.js'

const Picker = view('stranger#Picker')
const ADDRESS = '0x6666666666666666666666666666666666666666'
const token: AccountToken = {
  ...{
    assetId: `fake:1/t:${ADDRESS}`,
    caipNetworkId: 'fake:1',
    address: ADDRESS,
    name: 'Six',
    symbol: 'SIX',
    decimals: 6,
  },
  amount: 0n,
}

let isBroken = true
const find = async (): Promise<AccountToken> => {
  if (isBroken) throw new Error('the node does not answer')
  return token
}
const onChoose = (): void => undefined
const changingFind = signal<FindToken>(async () => token)
const ChangingBody = (): ReactNode => <TokenPicker tokens={[]} find={useValue(changingFind)} onChoose={onChoose} />
const scaled = { ...token, amount: 1_000_000n, scaledAmount: 1_500_000n }
const ScaledBody = (): ReactNode => (
  <>
    <TokenPicker tokens={[scaled]} onChoose={onChoose} />
    <AmountField token={{ ...scaled, priceUsd: 10n ** 18n }} entry={{ text: '7', isMax: false, value: 7_000_000n }} />
  </>
)
const Body = (): ReactNode => <TokenPicker tokens={[]} find={find} onChoose={onChoose} />

/** Renders the picker, and enters the token's address into its search field. */
async function searchByAddress(body: () => ReactNode) {
  const plugin = definePlugin({
    ...{ name: 'stranger', kernel: '^0.1' },
    ...inlineUi({ views: [viewOf(Picker, body, {})] }),
    setup: () => ({}),
  })
  const modal = await renderModal([plugin()], { view: Picker })
  const field = await waitUntil(() => {
    const input = modal.dialog().querySelector('input')
    return input ?? expect.fail('no search field')
  })
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(field, ADDRESS)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return modal
}

it('a failed search by address is an error with Retry, not "No token found" or "0 tokens"', async () => {
  isBroken = true
  using modal = await searchByAddress(Body)
  await waitUntil(() => expect(modal.text()).toContain('Could not look for this token'))
  expect(modal.text()).not.toContain('No token found')
  expect(modal.text()).not.toContain('0 tokens')
  isBroken = false
  modal.click('Try again')
  await waitUntil(() => expect(modal.text()).toContain('Six'))
  expect(modal.text()).toContain('1 token')
})

it('the token at an address is not displayed anymore after `find` has changed, for example to another network', async () => {
  using modal = await searchByAddress(ChangingBody)
  await waitUntil(() => expect(modal.text()).toContain('Six'))
  changingFind.value = () => new Promise(() => undefined)
  await waitUntil(() => expect(modal.text()).not.toContain('Six'))
})

it('a token with a scaled amount is displayed with this amount, without a value, and with the reason why it cannot be used', async () => {
  const plugin = definePlugin({
    ...{ name: 'stranger', kernel: '^0.1' },
    ...inlineUi({ views: [viewOf(Picker, ScaledBody, {})] }),
    setup: () => ({}),
  })
  using modal = await renderModal([plugin()], { view: Picker })
  await waitUntil(() => expect(modal.text()).toMatch(/Six.*1\.5 SIX.*not usable here.*Balance: 1\.5 SIX/))
  expect(modal.text()).toContain('It cannot be sent or swapped here')
  expect(modal.text()).not.toContain('$')
})

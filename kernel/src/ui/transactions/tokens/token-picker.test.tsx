// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'
import { definePlugin, viewOf } from '../../../plugins/plugin.js'
import { view } from '../../../plugins/token.js'
import { inlineUi } from '../../../testing/inline-ui.js'
import { renderModal, waitUntil } from '../../../testing/render-modal.js'
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
const Body = (): ReactNode => <TokenPicker tokens={[]} find={find} onChoose={onChoose} />

it('a failed search by address is an error with Retry, not "No token found" or "0 tokens"', async () => {
  isBroken = true
  const plugin = definePlugin({
    ...{ name: 'stranger', kernel: '^0.1' },
    ...inlineUi({ views: [viewOf(Picker, Body, {})] }),
    setup: () => ({}),
  })
  using modal = await renderModal([plugin()], { view: Picker })
  const field = await waitUntil(() => {
    const input = modal.dialog().querySelector('input')
    return input ?? expect.fail('no search field')
  })
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(field, ADDRESS)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await waitUntil(() => expect(modal.text()).toContain('Could not look for this token'))
  expect(modal.text()).not.toContain('No token found')
  expect(modal.text()).not.toContain('0 tokens')
  isBroken = false
  modal.click('Try again')
  await waitUntil(() => expect(modal.text()).toContain('Six'))
  expect(modal.text()).toContain('1 token')
})

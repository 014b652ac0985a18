import { getAddress, parseEther, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { COIN, here, lifi, offerOf, openVisitor, startBridgeSite, target } from './cross-chain-swap.test.fixtures.js'
import type { BridgeChange } from './support/bridge-pair.js'
import { dialog } from './support/modal.js'
import { asked } from './support/send-page.js'
import { button, openSwap, reviewSwap } from './support/swap-page.js'

startBridgeSite()

// plugins/lifi/src/bridge-calls.test.ts tests other changes of the calldata
describe('D7: a tampered cross-chain quote is rejected before the wallet is prompted', () => {
  const stranger = getAddress('0x00000000000000000000000000000000000badd1')
  const changes: Readonly<Record<string, BridgeChange>> = {
    'another receiver': { receiver: stranger },
    'another chain': { chainId: 10n },
    'another token': { to: stranger },
    'a minimum below the shown one': { less: 1_000n },
    'refunds to a stranger': { refundTo: stranger },
  }
  /** Changes after which the reply is not accepted as a quote. */
  const unreadable = ['refunds to a stranger']

  it('if it has another receiver, chain, token, minimum or refund address', async () => {
    const { page, zephyr, address } = await openVisitor('2')
    const before = await here().getBalance({ address })
    for (const [at, [name, change]] of Object.entries(changes).entries()) {
      // a new amount each time, so that a new quote is requested
      const text = `0.5${at}1`
      const { call } = await offerOf(zeroAddress, parseEther(text), address, change)
      lifi.tamper = () => ({ data: call.data })
      await openSwap(page, { fromToken: COIN, toToken: target, amount: text })
      if (unreadable.includes(name))
        await dialog(page).getByText('No quote could be fetched.').waitFor({ timeout: 20_000 })
      else {
        await reviewSwap(page)
        await dialog(page).getByText('differs from the requested one').waitFor({ timeout: 20_000 })
      }
      expect(await button(page, 'Swap').count(), name).toBe(0)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
    expect(await here().getBalance({ address })).toBe(before)
  })
})

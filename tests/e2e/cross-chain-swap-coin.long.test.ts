import { type Address, erc20Abi, getAddress, parseEther, parseUnits, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { localContracts } from '../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import {
  COIN,
  dollars,
  HALF,
  heldAt,
  here,
  LONG,
  openVisitor,
  pair,
  sentBy,
  startBridgeSite,
  submit,
  there,
} from './cross-chain-swap.test.fixtures.js'
import { dialog } from './support/modal.js'
import { asked, fact } from './support/send-page.js'
import { button, field, openSwap, reviewSwap } from './support/swap-page.js'

startBridgeSite()

describe('the coin of the destination chain', () => {
  const coinThere = 'eip155:31338/slip44:60'
  const wrappedThere = `eip155:31338/erc20:${getAddress(localContracts.wrapped)}`
  const wrappedAt = (account: Address): Promise<bigint> =>
    there().readContract({ address: localContracts.wrapped, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  async function coinOffer(from: Address, amount: bigint, account: Address) {
    const offer = await pair.offer({ from, to: zeroAddress, amount, account })
    if (!offer) throw new Error('no offer')
    return offer
  }

  it('is received for tokens by an account without code, and is named in the review', async () => {
    const { page, address, zephyr } = await openVisitor('1', '300')
    await there().setBalance({ address, value: parseEther('0.25') })
    await openSwap(page, { fromToken: dollars.assetId, toToken: coinThere, amount: '200' })
    await reviewSwap(page)
    await button(page, 'Approve').click({ timeout: 20_000 })
    await button(page, 'Swap').waitFor(LONG)
    expect(await fact(page, 'You receive, at least')).toContain('ETH')
    expect(await fact(page, 'Received on network')).toBe('Local Two')
    const offer = await coinOffer(dollars.address, parseUnits('200', 6), address)
    await button(page, 'Swap').click()
    await dialog(page)
      .getByText(/^On its way to .?Local Two/)
      .waitFor(LONG)
    await pair.settle(await sentBy(address, 1), 'pay')
    await page.getByText(/^Swapped SUSD to about [\d,.]+ ETH$/).waitFor(LONG)
    expect(await there().getBalance({ address })).toBe(parseEther('0.25') + offer.amount)
    expect([await wrappedAt(address), await heldAt(here(), address)]).toEqual([0n, parseUnits('100', 6)])
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(2)
  })

  it('is received for the coin of the source chain', async () => {
    const { page, address } = await openVisitor('2')
    await openSwap(page, { fromToken: COIN, toToken: coinThere, amount: '0.5' })
    await submit(page)
    const { amount } = await coinOffer(zeroAddress, HALF, address)
    await pair.settle(await sentBy(address), 'pay')
    await page.getByText(/^Swapped ETH to about [\d,.]+ ETH$/).waitFor(LONG)
    expect(await there().getBalance({ address })).toBe(amount)
  })

  it('has to be chosen for an account without code: the wrapped coin is rejected with the reason', async () => {
    const { page, zephyr } = await openVisitor('2')
    await openSwap(page, { fromToken: COIN, toToken: wrappedThere, amount: '0.5' })
    await dialog(page)
      .getByText('The bridge pays ETH to this account. Choose ETH as the token to receive.')
      .waitFor(LONG)
    expect(await field(page, 'You receive on').inputValue()).toBe('')
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
  })

  it('arrives as the wrapped coin at a contract account; the unwrapped coin is rejected with the reason', async () => {
    const { page, address } = await openVisitor('2')
    await there().setCode({ address, bytecode: '0x00' })
    await openSwap(page, { fromToken: COIN, toToken: coinThere, amount: '0.4' })
    await dialog(page)
      .getByText('The bridge pays wrapped ETH to this account. Choose wrapped ETH as the token to receive.')
      .waitFor(LONG)
    await openSwap(page, { fromToken: COIN, toToken: wrappedThere, amount: '0.5' })
    await submit(page)
    const { amount } = await coinOffer(zeroAddress, HALF, address)
    await pair.settle(await sentBy(address), 'pay')
    await page.getByText(/^Swapped ETH to/).waitFor(LONG)
    expect([await wrappedAt(address), await there().getBalance({ address })]).toEqual([amount, 0n])
  })
})

import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { flagEntries } from './spam-flags.js'
import type { HeldToken } from './token-likeness.js'

const own = '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359'
const stranger = '0xabcdef0123456789abcdef0123456789abcdef01'
const network: Network = {
  caipNetworkId: 'eip155:31337',
  namespace: 'eip155',
  reference: '31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  testnet: true,
}
const price = { priceUsd: 10n ** 18n }
const real: HeldToken = { name: 'Sandbox Dollar', symbol: 'SUSD', address: '0x01', iconUrl: 'https://a/1', ...price }
const fake: HeldToken = { ...real, address: '0x02', iconUrl: 'https://a/2', spamFlags: ['lookAlike'] }
const { priceUsd: _, ...worthless } = fake

const received = (more: Partial<HistoryTransfer> = {}): HistoryTransfer => ({
  direction: 'in',
  kind: 'token',
  name: 'Sandbox Dollar',
  symbol: 'SUSD',
  amount: 1_000_000n,
  decimals: 6,
  ...more,
})
const mint = (more: Partial<HistoryTransfer> = {}, others: readonly HistoryTransfer[] = []): HistoryEntry => ({
  id: 'mint',
  caipNetworkId: 'eip155:31337',
  type: 'mint',
  status: 'confirmed',
  from: stranger,
  transfers: [received(more), ...others],
})
const spamFlagsOf = (entry: HistoryEntry, heldTokens: readonly HeldToken[], more: readonly HistoryEntry[] = []) => {
  const [judged] = flagEntries([entry, ...more], { own, network, receivers: [], heldTokens })
  return [judged?.spamFlags.join(), judged?.isHidden]
}

describe('D11: a look-alike token minted to the account, with no prices in the activity', () => {
  it.each([
    ['letters of other alphabets', { name: 'Ѕаndbоx Dоllаr', symbol: '𝗦𝗨𝗦𝗗' }],
    ['zero-width spaces', { name: 'Sandbox\u200B Dollar', symbol: 'SUS\u200BD' }],
    ['another letter case', { name: 'sandbox dollar', symbol: 'Susd' }],
    ['only the symbol of a token', { name: 'Claim your prize', symbol: 'SUЅD' }],
    ['only the symbol of the coin', { name: 'Claim your prize', symbol: 'ЕTH' }],
  ])('is hidden if it imitates a held token or the coin: %s', (_case, called) => {
    expect(spamFlagsOf(mint(called), [real])).toEqual(['lookAlikeToken', true])
    expect(spamFlagsOf({ ...mint(called), from: own }, [real])).toEqual(['lookAlikeToken', true])
  })

  it('with an identical name is hidden if the account holds a flagged token of that name', () => {
    expect(spamFlagsOf(mint(), [worthless])).toEqual(['lookAlikeToken', true])
    expect(spamFlagsOf(mint(), [real])).toEqual(['', false])
    expect(spamFlagsOf(mint(), [])).toEqual(['', false])
  })

  it('with the same name as two held tokens is identified by its icon, or marked as twinToken', () => {
    const both = [real, worthless]
    expect(spamFlagsOf(mint(), both)).toEqual(['twinToken', false])
    expect(spamFlagsOf(mint({ imageUrl: 'https://a/1' }), both)).toEqual(['', false])
    expect(spamFlagsOf(mint({ imageUrl: 'https://a/2' }), both)).toEqual(['lookAlikeToken', true])
  })

  it('does not hide a transaction that also contains another token', () => {
    const gold = received({ name: 'Sandbox Gold', symbol: 'SGLD' })
    expect(spamFlagsOf(mint({ symbol: 'SUЅD' }, [gold]), [real])).toEqual(['lookAlikeToken', false])
  })

  it('is not detected in a token with another name, an NFT, or a token that the account sent', () => {
    expect(spamFlagsOf(mint({ name: 'Sandbox Gold', symbol: 'SGLD' }), [real, worthless])).toEqual(['', false])
    expect(spamFlagsOf(mint({ kind: 'nft', name: 'SUЅD', symbol: '' }), [real])).toEqual(['', false])
    expect(spamFlagsOf({ ...mint({ direction: 'out' }), from: own }, [worthless])).toEqual(['', false])
  })
})

it('D11: a token without a price is a look-alike if the activity has a token with the same name and a price, even if the account claimed it', () => {
  const known: HistoryEntry = { ...mint({ ...price }), id: 'known' }
  expect(spamFlagsOf({ ...mint(), from: own, type: 'claim' }, [], [known])).toEqual(['lookAlikeToken', true])
  expect(spamFlagsOf(mint({ ...price }), [], [known])).toEqual(['', false])
})

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
const idOf = (address: string): string => `eip155:31337/erc20:${address}`
const real: HeldToken = {
  ...{ name: 'Sandbox Dollar', symbol: 'SUSD', assetId: idOf('0x01'), address: '0x01', iconUrl: 'https://a/1' },
  ...price,
}
const fakeId = { assetId: idOf('0x02'), address: '0x02' }
const fake: HeldToken = { ...real, ...fakeId, iconUrl: 'https://a/2', spamFlags: ['lookAlike'] }
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

describe('D11: a transfer whose source reports the asset id', () => {
  const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const solana: Network = {
    ...{ caipNetworkId, namespace: 'solana', reference: caipNetworkId.slice(7), name: 'Solana', rpcUrls: [] },
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const coinId = `${caipNetworkId}/slip44:501`
  const mintId = (address: string): string => `${caipNetworkId}/token:${address}`
  const wrappedCoin = 'So11111111111111111111111111111111111111112'
  const named = { name: 'Solana', symbol: 'SOL' }
  const coin: HeldToken = { ...named, assetId: coinId }
  const fakeCoin: HeldToken = { ...named, assetId: mintId('Fake'), address: 'Fake', spamFlags: ['lookAlike'] }
  const likenessOf = (transfer: Partial<HistoryTransfer>, heldTokens: readonly HeldToken[] = []) => {
    const entry = mint(transfer)
    const [judged] = flagEntries([entry], { own, network: solana, receivers: [], heldTokens })
    return judged?.spamFlags.join()
  }

  it.each([
    ['not held', [coin]],
    ['held', [coin, fakeCoin]],
  ])('is a look-alike if it is a token named like the coin: %s', (_case, heldTokens) => {
    expect(likenessOf({ ...named, assetId: mintId('Fake') }, heldTokens)).toBe('lookAlikeToken')
    expect(likenessOf({ name: 'Prize', symbol: 'ЅOL', assetId: mintId('Other') }, heldTokens)).toBe('lookAlikeToken')
  })

  it('is no look-alike if it is the coin, even if the account holds a token named like it', () => {
    expect(likenessOf({ ...named, assetId: coinId }, [coin, fakeCoin])).toBe('')
    const entries = [
      mint({ ...named, assetId: mintId('Fake') }),
      { ...mint({ ...named, assetId: coinId }), id: 'paid' },
    ]
    const flagged = flagEntries(entries, { own, network: solana, receivers: [], heldTokens: [coin, fakeCoin] })
    expect(flagged.map(({ spamFlags }) => spamFlags)).toEqual([['lookAlikeToken'], []])
  })

  it('is no look-alike if it is a contract of the coin itself', () => {
    expect(likenessOf({ name: 'Wrapped SOL', symbol: 'SOL', assetId: mintId(wrappedCoin) }, [coin])).toBe('')
    const celo = {
      ...network,
      caipNetworkId: 'eip155:42220',
      nativeCurrency: { ...network.nativeCurrency, name: 'Celo' },
    }
    const assetId = 'eip155:42220/erc20:0x471EcE3750Da237f93B8E339c536989b8978a438'
    const [judged] = flagEntries([mint({ name: 'Celo', symbol: 'ETH', assetId })], {
      own,
      network: celo,
      receivers: [],
    })
    expect(judged?.spamFlags).toEqual([])
  })

  it('is compared with the held token of that id, in whatever form the address is written', () => {
    const held = (address: string, more: Partial<HeldToken> = {}): HeldToken => ({
      ...real,
      ...{ assetId: idOf(address), address },
      ...more,
    })
    const both = [held('0xAA'), held('0xBB', { spamFlags: ['lookAlike'] })]
    const flagsOf = (address: string) => spamFlagsOf(mint({ assetId: idOf(address) }), both)
    expect(flagsOf('0xaa')).toEqual(['', false])
    expect(flagsOf('0xbb')).toEqual(['lookAlikeToken', true])
    expect(flagsOf('0xcc')).toEqual(['twinToken', false])
  })
})

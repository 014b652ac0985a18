import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagEntries } from './spam-flags.js'

const own = '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359'
const friend = '0x1111222233334444555566667777888899990000'
const stranger = '0xabcdef0123456789abcdef0123456789abcdef01'
const network: Network = {
  caipNetworkId: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const usd = 10n ** 18n

const transfer = (more: Partial<HistoryTransfer> = {}): HistoryTransfer => ({
  direction: 'in',
  kind: 'token',
  name: 'Ether',
  symbol: 'ETH',
  amount: 1n,
  decimals: 0,
  priceUsd: 2000n * usd,
  ...more,
})
let count = 0
const entry = (more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: String(count++),
  caipNetworkId: 'eip155:1',
  type: 'receive',
  status: 'confirmed',
  from: stranger,
  to: own,
  transfers: [transfer()],
  ...more,
})
const paid = (to: string, more: Partial<HistoryTransfer> = {}): HistoryEntry =>
  entry({ type: 'send', from: own, to, transfers: [transfer({ direction: 'out', ...more })] })

/** Flags and visibility of entries. Both lists are in chronological order. */
const spamFlagsOf = (entries: readonly HistoryEntry[], more: Partial<Parameters<typeof flagEntries>[1]> = {}) =>
  flagEntries(entries.toReversed(), { own, network, receivers: [], ...more })
    .toReversed()
    .map(({ spamFlags, isHidden }) => [spamFlags.join(), isHidden])
const alike = (address: string, middle = 'dead'.repeat(8)): string => address.slice(0, 6) + middle + address.slice(-4)

describe('D11: by default', () => {
  const { priceUsd: _, ...unpriced } = transfer()
  it.each([
    ['received coins with a price are shown', {}, '', false],
    ['a spam NFT is hidden', { transfers: [transfer({ kind: 'nft', isSpam: true })] }, 'spam', true],
    ['an NFT is shown', { transfers: [transfer({ kind: 'nft' })] }, '', false],
    [
      'a spam NFT together with coins is shown',
      { transfers: [transfer({ kind: 'nft', isSpam: true }), transfer()] },
      '',
      false,
    ],
    ['a transfer of 0 is hidden', { transfers: [transfer({ amount: 0n })] }, 'zeroValue', true],
    [
      'a transfer of 0 with the account as sender is hidden',
      { from: own, to: stranger, transfers: [transfer({ direction: 'out', amount: 0n })] },
      'zeroValue',
      true,
    ],
    ['an approval, which has no transfers, is shown', { type: 'approve', transfers: [] }, '', false],
    [
      'a cancellation, which sends 0 to the own account, is shown',
      { type: 'cancel', from: own, transfers: [transfer({ direction: 'self', amount: 0n })] },
      '',
      false,
    ],
    ['less than a cent is hidden', { transfers: [transfer({ amount: 4n, decimals: 6 })] }, 'dust', true],
    ['a cent is shown', { transfers: [transfer({ amount: 5n, decimals: 6 })] }, '', false],
    [
      'less than a millionth of a token without a price is hidden',
      { transfers: [{ ...unpriced, name: 'X', symbol: 'X', amount: 9n, decimals: 7 }] },
      'dust,unknownToken',
      true,
    ],
    [
      'a token without a price is hidden',
      { transfers: [{ ...unpriced, name: 'USDC', symbol: 'USDC' }] },
      'unknownToken',
      true,
    ],
    ['a token without a name is hidden', { transfers: [{ ...unpriced, symbol: '', name: '' }] }, 'unknownToken', true],
    [
      'a token without a price that the account claimed is shown',
      { from: own, type: 'claim', transfers: [{ ...unpriced, name: 'X', symbol: 'X' }] },
      '',
      false,
    ],
  ] as const)('%s', (_name, more, spamFlags, isHidden) => {
    expect(spamFlagsOf([entry(), entry(more)])[1]).toEqual([spamFlags, isHidden])
  })

  it('a token without a price is shown on a test network', () => {
    const unknown = entry({
      transfers: [transfer({ name: 'USDC', symbol: 'USDC' })].map(({ priceUsd: _price, ...rest }) => rest),
    })
    expect(spamFlagsOf([unknown], { network: { ...network, testnet: true } })).toEqual([['', false]])
  })

  it('a token without a price is shown if no token of the history has a price', () => {
    const all = [
      entry({ transfers: [unpriced] }),
      entry({ transfers: [{ ...unpriced, name: 'USDC', symbol: 'USDC' }] }),
    ]
    expect(spamFlagsOf(all)).toEqual([
      ['', false],
      ['', false],
    ])
    expect(spamFlagsOf([...all, entry({ transfers: [transfer({ name: 'DAI', symbol: 'DAI' })] })])).toEqual([
      ['', false],
      ['unknownToken', true],
      ['', false],
    ])
  })

  it('the coin without a price is shown, whatever its coin type', () => {
    const polygon = {
      ...network,
      caipNetworkId: 'eip155:137',
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    }
    const flagsOf = (assetId: string) =>
      spamFlagsOf([entry(), entry({ transfers: [{ ...unpriced, name: 'POL', symbol: 'POL', assetId }] })], {
        network: polygon,
      })[1]
    for (const type of [60, 966]) expect(flagsOf(`eip155:137/slip44:${type}`)).toEqual(['', false])
    expect(flagsOf('eip155:1/slip44:60')).toEqual(['lookAlikeToken,unknownToken', true])
  })

  it('a token with the symbol of the coin is hidden if the coin has a price', () => {
    expect(spamFlagsOf([entry(), entry({ transfers: [unpriced] })])[1]).toEqual(['lookAlikeToken,unknownToken', true])
  })
})

describe('D11: look-alike addresses', () => {
  it('property: are hidden if they resemble the own address or an address that was paid', () => {
    const middle = fc.stringMatching(/^[0-9a-f]{32}$/)
    fc.assert(
      fc.property(middle, fc.boolean(), (text, isFriend) => {
        const planted = alike(isFriend ? friend : own, text)
        const all = spamFlagsOf([paid(friend), entry({ from: planted })])
        expect(all).toEqual([
          ['', false],
          ['lookAlike', true],
        ])
      }),
      { numRuns: 1000 },
    )
  })

  it('that resemble a receiver paid from this page are hidden before the history lists the payment', () => {
    expect(spamFlagsOf([entry({ from: alike(friend) })])).toEqual([['', false]])
    expect(spamFlagsOf([entry({ from: alike(friend) })], { receivers: [friend] })).toEqual([['lookAlike', true]])
  })

  it('do not include the address that was paid first', () => {
    const claims = paid(alike(friend), { amount: 0n })
    const all = spamFlagsOf([paid(friend), claims, entry({ from: alike(friend) }), paid(friend)])
    expect(all).toEqual([
      ['', false],
      ['lookAlike,zeroValue', true],
      ['lookAlike', true],
      ['', false],
    ])
  })

  it('stay look-alikes if an outgoing transfer of an unknown token names them as the receiver', () => {
    const { priceUsd: _, ...madeUp } = transfer({ direction: 'out', symbol: 'FAKE' })
    const claim = entry({ type: 'send', from: own, to: alike(friend), transfers: [madeUp] })
    const all = spamFlagsOf([claim, paid(friend), entry({ from: alike(friend) })])
    expect(all[1]).toEqual(['', false])
    expect(all[2]).toEqual(['lookAlike', true])
  })

  describe('D11: an outgoing transfer that another account made up', () => {
    const { priceUsd: _, ...unpriced } = transfer({ direction: 'out' })
    const { from: __, ...unsigned } = entry()
    const planted = alike(friend)
    const claim = (more: Partial<HistoryEntry> = {}): HistoryEntry =>
      entry({ type: 'send', to: planted, transfers: [unpriced], ...more })
    const dollars = entry({ transfers: [transfer({ name: 'Dollar', symbol: 'USDC', priceUsd: usd })] })
    const unpricedPay = entry({ from: own, to: friend, transfers: [unpriced] })
    const gift: HistoryTransfer = { ...unpriced, direction: 'in', kind: 'nft', symbol: '' }

    it.each([
      ['named like the coin, which has no price', [dollars], claim(), 'unknownToken'],
      ['no token has a price', [], claim(), 'unknownToken'],
      [
        'together with a tiny amount of a genuine token',
        [dollars],
        claim({ transfers: [unpriced, transfer({ name: 'Dollar', symbol: 'USDC', amount: 1n, decimals: 18 })] }),
        'unknownToken',
      ],
      ['together with an NFT', [dollars], claim({ transfers: [unpriced, gift] }), 'unknownToken'],
      ['named like the coin, which has a price', [entry()], claim(), 'lookAlikeToken,unknownToken'],
    ] as const)('is hidden, and the genuine receiver is no look-alike: %s', (_name, before, made, spamFlags) => {
      const all = spamFlagsOf([...before, made, paid(friend, { name: 'Dollar', symbol: 'USDC' })])
      expect(all.at(-1)).toEqual(['', false])
      expect(all.at(-2)).toEqual([`lookAlike,${spamFlags}`, true])
      expect(spamFlagsOf([...before, made]).at(-1)).toEqual([spamFlags, true])
      expect(spamFlagsOf([...before, made, unpricedPay]).at(-1)).toEqual(['', false])
    })

    it('is hidden once the genuine receiver was paid, also on a test network, and also if the transfer has no sender', () => {
      const test = { network: { ...network, testnet: true } }
      const unsent: HistoryEntry = { ...unsigned, to: planted, transfers: [unpriced] }
      for (const made of [claim(), unsent]) {
        expect(spamFlagsOf([made], made === unsent ? {} : test)).toEqual([['', false]])
        expect(spamFlagsOf([made, unpricedPay], test)).toEqual([
          ['lookAlike', true],
          ['', false],
        ])
      }
    })

    it('is hidden if the source reports that it is a token with the symbol of the coin', () => {
      const assetId = `eip155:1/erc20:${stranger}`
      const made: HistoryEntry = { ...unsigned, to: planted, transfers: [{ ...unpriced, assetId }] }
      expect(spamFlagsOf([dollars, made])[1]).toEqual(['lookAlikeToken,unknownToken', true])
      const coin: HistoryEntry = { ...made, transfers: [{ ...unpriced, assetId: 'eip155:1/slip44:60' }] }
      expect(spamFlagsOf([dollars, coin])[1]).toEqual(['', false])
    })

    it('is shown if its token has a price, because an approved spender can send tokens, but its receiver does not count as paid', () => {
      const all = [entry({ to: planted, transfers: [transfer({ direction: 'out' })] }), paid(friend)]
      expect(spamFlagsOf(all.slice(0, 1))).toEqual([['', false]])
      expect(spamFlagsOf(all)[1]).toEqual(['', false])
      const sold = [{ ...unpriced, name: 'X', symbol: 'X' }, transfer()]
      expect(spamFlagsOf([entry({ to: stranger, transfers: sold })])[0]?.[1]).toBe(false)
    })

    it('with the account as sender does not make its receiver count as paid if other tokens have a price', () => {
      const all = spamFlagsOf([dollars, claim({ from: own }), paid(friend)])
      expect(all.slice(1)).toEqual([
        ['lookAlike', true],
        ['', false],
      ])
    })

    it('is shown if its receiver was paid from this page, whoever submitted the transfer', () => {
      expect(spamFlagsOf([dollars, claim({ to: friend })], { receivers: [friend] })[1]).toEqual(['', false])
    })
  })

  it('that the visitor paid are flagged, but the payment is not hidden', () => {
    expect(spamFlagsOf([paid(friend), paid(alike(friend))])[1]).toEqual(['lookAlike', false])
  })

  it('do not include the genuine address in another letter case', () => {
    expect(
      spamFlagsOf([
        paid(friend),
        entry({ from: own.toLowerCase() }),
        entry({ from: friend.toUpperCase().replace('0X', '0x') }),
      ]).slice(1),
    ).toEqual([
      ['', false],
      ['', false],
    ])
  })
})

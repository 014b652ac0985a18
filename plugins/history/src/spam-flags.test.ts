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

/** Given in the order in which they happened. */
const spamFlagsOf = (entries: readonly HistoryEntry[], more: Partial<Parameters<typeof flagEntries>[1]> = {}) =>
  flagEntries(entries.toReversed(), { own, network, receivers: [], ...more })
    .toReversed()
    .map(({ spamFlags, isHidden }) => [spamFlags.join(), isHidden])
const alike = (address: string, middle = 'dead'.repeat(8)): string => address.slice(0, 6) + middle + address.slice(-4)

describe('D11: what is hidden by default', () => {
  const { priceUsd: _, ...unpriced } = transfer()
  it.each([
    ['coins with a price', {}, '', false],
    ['a spam NFT', { transfers: [transfer({ kind: 'nft', isSpam: true })] }, 'spam', true],
    ['an NFT', { transfers: [transfer({ kind: 'nft' })] }, '', false],
    ['spam among others', { transfers: [transfer({ kind: 'nft', isSpam: true }), transfer()] }, '', false],
    ['nothing', { transfers: [transfer({ amount: 0n })] }, 'zeroValue', true],
    [
      'nothing, as if the account had sent it',
      { from: own, to: stranger, transfers: [transfer({ direction: 'out', amount: 0n })] },
      'zeroValue',
      true,
    ],
    ['a transaction that moved nothing by nature', { type: 'approve', transfers: [] }, '', false],
    [
      'nothing to oneself, which takes a transaction back',
      { type: 'cancel', from: own, transfers: [transfer({ direction: 'self', amount: 0n })] },
      '',
      false,
    ],
    ['less than a cent', { transfers: [transfer({ amount: 4n, decimals: 6 })] }, 'dust', true],
    ['a cent', { transfers: [transfer({ amount: 5n, decimals: 6 })] }, '', false],
    [
      'a millionth of a token without a price',
      { transfers: [{ ...unpriced, name: 'X', symbol: 'X', amount: 9n, decimals: 7 }] },
      'dust,unknownToken',
      true,
    ],
    ['a token without a price', { transfers: [{ ...unpriced, name: 'USDC', symbol: 'USDC' }] }, 'unknownToken', true],
    ['a token without a name', { transfers: [{ ...unpriced, symbol: '', name: '' }] }, 'unknownToken', true],
    [
      'a token without a price that the account asked for',
      { from: own, type: 'claim', transfers: [{ ...unpriced, name: 'X', symbol: 'X' }] },
      '',
      false,
    ],
  ] as const)('%s', (_name, more, spamFlags, isHidden) => {
    expect(spamFlagsOf([entry(), entry(more)])[1]).toEqual([spamFlags, isHidden])
  })

  it('on a test network, where nothing has a price, a token without one is nothing odd', () => {
    const unknown = entry({
      transfers: [transfer({ name: 'USDC', symbol: 'USDC' })].map(({ priceUsd: _price, ...rest }) => rest),
    })
    expect(spamFlagsOf([unknown], { network: { ...network, testnet: true } })).toEqual([['', false]])
  })

  it('nor is it where no token of the history has a price', () => {
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

  it('a token that bears the symbol of the coin, where the coin has a price', () => {
    expect(spamFlagsOf([entry(), entry({ transfers: [unpriced] })])[1]).toEqual(['lookAlikeToken,unknownToken', true])
  })
})

describe('D11: look-alike addresses', () => {
  it('1,000 of 1,000 that look like the own address, or one that was paid, are hidden', () => {
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

  it('of what was sent from this page, before the history lists it', () => {
    expect(spamFlagsOf([entry({ from: alike(friend) })])).toEqual([['', false]])
    expect(spamFlagsOf([entry({ from: alike(friend) })], { receivers: [friend] })).toEqual([['lookAlike', true]])
  })

  it('the one that was paid first is the true one', () => {
    const claims = paid(alike(friend), { amount: 0n })
    const all = spamFlagsOf([paid(friend), claims, entry({ from: alike(friend) }), paid(friend)])
    expect(all).toEqual([
      ['', false],
      ['lookAlike,zeroValue', true],
      ['lookAlike', true],
      ['', false],
    ])
  })

  it('a contract that claims that the account sent what it made up makes nobody known', () => {
    const { priceUsd: _, ...madeUp } = transfer({ direction: 'out', symbol: 'FAKE' })
    const claim = entry({ type: 'send', from: own, to: alike(friend), transfers: [madeUp] })
    const all = spamFlagsOf([claim, paid(friend), entry({ from: alike(friend) })])
    expect(all[1]).toEqual(['', false])
    expect(all[2]).toEqual(['lookAlike', true])
  })

  describe('D11: a transfer that a stranger made up, as if the account had sent it', () => {
    const { priceUsd: _, ...unpriced } = transfer({ direction: 'out' })
    const { from: __, ...unsigned } = entry()
    const planted = alike(friend)
    const claim = (more: Partial<HistoryEntry> = {}): HistoryEntry =>
      entry({ type: 'send', to: planted, transfers: [unpriced], ...more })
    const dollars = entry({ transfers: [transfer({ name: 'Dollar', symbol: 'USDC', priceUsd: usd })] })
    const unpricedPay = entry({ from: own, to: friend, transfers: [unpriced] })
    const gift: HistoryTransfer = { ...unpriced, direction: 'in', kind: 'nft', symbol: '' }

    it.each([
      ['called like the coin, where the coin is not priced', [dollars], claim(), 'unknownToken'],
      ['where nothing has a price', [], claim(), 'unknownToken'],
      [
        'beside a little of something real',
        [dollars],
        claim({ transfers: [unpriced, transfer({ name: 'Dollar', symbol: 'USDC', amount: 1n, decimals: 18 })] }),
        'unknownToken',
      ],
      ['beside an NFT', [dollars], claim({ transfers: [unpriced, gift] }), 'unknownToken'],
      ['called like a priced coin', [entry()], claim(), 'lookAlikeToken,unknownToken'],
    ] as const)('%s: is hidden, and the true one is no look-alike', (_name, before, made, spamFlags) => {
      const all = spamFlagsOf([...before, made, paid(friend, { name: 'Dollar', symbol: 'USDC' })])
      expect(all.at(-1)).toEqual(['', false])
      expect(all.at(-2)).toEqual([`lookAlike,${spamFlags}`, true])
      expect(spamFlagsOf([...before, made]).at(-1)).toEqual([spamFlags, true])
      expect(spamFlagsOf([...before, made, unpricedPay]).at(-1)).toEqual(['', false])
    })

    it('on a test network, and where the sender is not told, is hidden once the true one was paid', () => {
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

    it('what another may move for the account is let be, and makes nobody known', () => {
      const all = [entry({ to: planted, transfers: [transfer({ direction: 'out' })] }), paid(friend)]
      expect(spamFlagsOf(all.slice(0, 1))).toEqual([['', false]])
      expect(spamFlagsOf(all)[1]).toEqual(['', false])
      const sold = [{ ...unpriced, name: 'X', symbol: 'X' }, transfer()]
      expect(spamFlagsOf([entry({ to: stranger, transfers: sold })])[0]?.[1]).toBe(false)
    })

    it('from a source that names who gave, not who sent it: makes nobody known where others have a price', () => {
      const all = spamFlagsOf([dollars, claim({ from: own }), paid(friend)])
      expect(all.slice(1)).toEqual([
        ['lookAlike', true],
        ['', false],
      ])
    })

    it('what was paid from this page stays in sight, whoever brought it to the chain', () => {
      expect(spamFlagsOf([dollars, claim({ to: friend })], { receivers: [friend] })[1]).toEqual(['', false])
    })
  })

  it('what the visitor really paid to one stays in sight, and is marked', () => {
    expect(spamFlagsOf([paid(friend), paid(alike(friend))])[1]).toEqual(['lookAlike', false])
  })

  it('the true address in another writing is none', () => {
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

import { hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MIN_WITH_ORDINALS_ADDRESS, MIN_WITHOUT_ORDINALS_ADDRESS } from './min-coin-value.js'
import { type Coin, type Selection, selectCoins, spendableCoins, sumOf } from './selection.js'
import { type CoinKind, dustOf, feeOf, inputWeight, kindOf, OVERHEAD_WEIGHT, outputWeight } from './weight.js'

/** One output script of every kind, with its dust limit in Bitcoin Core. */
const scripts = {
  p2pkh: [`76a914${'11'.repeat(20)}88ac`, 546n],
  'p2sh-p2wpkh': [`a914${'11'.repeat(20)}87`, 540n],
  p2wpkh: [`0014${'11'.repeat(20)}`, 294n],
  p2wsh: [`0020${'11'.repeat(32)}`, 330n],
  p2tr: [`5120${'11'.repeat(32)}`, 330n],
} as const
const scriptOf = (kind: keyof typeof scripts): Uint8Array => hex.decode(scripts[kind][0])
const kinds: readonly CoinKind[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr']

const coin = fc.record({
  txid: fc.constant('00'.repeat(32)),
  index: fc.nat(),
  value: fc.oneof(
    fc.bigInt({ min: 1n, max: 20_000n }),
    fc.bigInt({ min: 1n, max: 10n ** 8n }),
    fc.bigInt({ min: 1n, max: 10n ** 14n }),
  ),
  height: fc.nat(900_000),
})
const wallet = fc.record({
  coins: fc.array(coin, { maxLength: 40 }),
  kind: fc.constantFrom(...kinds),
  receiver: fc.constantFrom('p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2wsh', 'p2tr'),
  rate: fc.oneof(fc.constant(100n), fc.bigInt({ min: 100n, max: 1_000_000n })),
  minCoinValue: fc.constantFrom(MIN_WITH_ORDINALS_ADDRESS, MIN_WITHOUT_ORDINALS_ADDRESS),
})
const amount = fc.oneof(fc.bigInt({ min: 546n, max: 10n ** 6n }), fc.bigInt({ min: 546n, max: 10n ** 14n }))

/** A wallet, and an amount up to 30,000 satoshis below the sum of its largest coins, so that the change is often dust. */
const nearly = fc.tuple(wallet, fc.nat(40), fc.bigInt({ min: 0n, max: 30_000n })).map(([one, count, rest]) => {
  const sum = sumOf(spendableCoins(one.coins, one).slice(0, count))
  return [{ ...one, rate: (one.rate % 20_000n) + 100n }, sum > rest + 546n ? sum - rest : 546n] as const
})
const any = fc.oneof(fc.tuple(wallet, amount), nearly)

const sumOfAmounts = ({ amounts }: Selection): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

describe('coin selection', () => {
  it('never loses a satoshi, never creates dust, and pays a fee within bounds', () => {
    let found = 0
    fc.assert(
      fc.property(any, ([{ coins, kind, receiver, rate, minCoinValue }, wanted]) => {
        const [script, changeScript] = [scriptOf(receiver), scriptOf(kind)]
        const chosen = selectCoins(coins, {
          outputs: [{ script, amount: wanted }],
          changeScript,
          kind,
          rate,
          minCoinValue,
        })
        if (!chosen) return
        found++
        expect(sumOf(chosen.coins)).toBe(sumOfAmounts(chosen) + chosen.change + chosen.fee)
        expect(chosen.amounts).toEqual([wanted])
        expect(new Set(chosen.coins).size).toBe(chosen.coins.length)
        expect(chosen.coins.every((one) => coins.includes(one) && one.value >= minCoinValue)).toBe(true)
        expect(chosen.change === 0n || chosen.change >= dustOf(changeScript)).toBe(true)
        const inputs = OVERHEAD_WEIGHT + BigInt(chosen.coins.length) * inputWeight(kind)
        const outputs = outputWeight(script) + (chosen.change > 0n ? outputWeight(changeScript) : 0n)
        const least = feeOf(inputs + outputs, rate)
        // without a change output, change below the dust limit is added to the fee
        const most =
          chosen.change > 0n ? least : least + dustOf(changeScript) + feeOf(outputWeight(changeScript), rate) + 1n
        expect(chosen.fee >= least && chosen.fee <= most).toBe(true)
      }),
      { numRuns: 10_000 },
    )
    expect(found).toBeGreaterThan(3_000)
  })

  it('finds coins whenever all coins together suffice', () => {
    fc.assert(
      fc.property(any, ([{ coins, kind, receiver, rate, minCoinValue }, wanted]) => {
        const payment = { changeScript: scriptOf(kind), kind, rate, minCoinValue }
        const outputs = (amount: bigint | 'max') => [{ script: scriptOf(receiver), amount }]
        const all = selectCoins(coins, { ...payment, outputs: outputs('max') })
        if (all && sumOfAmounts(all) >= wanted)
          expect(selectCoins(coins, { ...payment, outputs: outputs(wanted) })).toBeDefined()
      }),
      { numRuns: 10_000 },
    )
  })

  it('D4: spends all spendable coins for the maximum, which is also payable as a number', () => {
    fc.assert(
      fc.property(wallet, ({ coins, kind, receiver, rate, minCoinValue }) => {
        const script = scriptOf(receiver)
        const payment = { changeScript: scriptOf(kind), kind, rate, minCoinValue }
        const select = (amount: bigint | 'max') => selectCoins(coins, { ...payment, outputs: [{ script, amount }] })
        const all = select('max')
        if (!all) return
        const [most = 0n] = all.amounts
        expect(most + all.fee).toBe(sumOf(spendableCoins(coins, payment)))
        expect(all.change).toBe(0n)
        expect(most >= dustOf(script)).toBe(true)
        // the maximum given as a number is payable too
        expect(select(most)).toMatchObject({ amounts: [most] })
        expect(select(most + 1n)).toBeUndefined()
      }),
      { numRuns: 10_000 },
    )
  })

  it('prefers few large coins, and skips coins that are worth less than the fee of spending them', () => {
    const of = (value: bigint): Coin => ({ txid: '00'.repeat(32), index: 0, value, height: 1 })
    const script = scriptOf('p2wpkh')
    const payment = {
      changeScript: script,
      kind: 'p2wpkh',
      rate: 50_000n,
      minCoinValue: MIN_WITH_ORDINALS_ADDRESS,
    } as const
    const select = (amount: bigint | 'max') => selectCoins(coins, { ...payment, outputs: [{ script, amount }] })
    const coins = [of(3_000n), of(90_000n), of(2_000_000n), of(600n)]
    expect(select(10_000n)?.coins).toEqual([of(2_000_000n)])
    expect(select('max')?.coins).toEqual([of(2_000_000n), of(90_000n)])
  })

  it('spends a coin of exactly minCoinValue, and none below', () => {
    const [script, changeScript] = [scriptOf('p2wpkh'), scriptOf('p2wpkh')]
    for (const minCoinValue of [MIN_WITH_ORDINALS_ADDRESS, MIN_WITHOUT_ORDINALS_ADDRESS]) {
      const outputs = [{ script, amount: 'max' }] as const
      const payment = { outputs, changeScript, kind: 'p2wpkh', rate: 100n, minCoinValue } as const
      const of = (value: bigint): Coin => ({ txid: '00'.repeat(32), index: 0, value, height: 1 })
      expect(selectCoins([of(minCoinValue - 1n), of(minCoinValue)], payment)?.coins).toEqual([of(minCoinValue)])
      expect(selectCoins([of(minCoinValue - 1n)], payment)).toBeUndefined()
    }
  })
})

describe('coin selection for several outputs', () => {
  const script = scriptOf('p2wpkh')
  const payment = {
    changeScript: script,
    kind: 'p2wpkh',
    rate: 1_000n,
    minCoinValue: MIN_WITH_ORDINALS_ADDRESS,
  } as const
  const of = (value: bigint): Coin => ({ txid: '00'.repeat(32), index: 0, value, height: 1 })
  const coins = [of(50_000n), of(40_000n), of(30_000n)]

  it('pays them together; each output adds its weight to the fee', () => {
    const two = selectCoins(coins, { ...payment, outputs: [20_000n, 10_000n].map((amount) => ({ script, amount })) })
    const one = selectCoins(coins, { ...payment, outputs: [{ script, amount: 30_000n }] })
    expect(two?.amounts).toEqual([20_000n, 10_000n])
    expect(two && one && two.fee - one.fee).toBe(31n)
    expect(two && sumOf(two.coins)).toBe(two && sumOfAmounts(two) + two.change + two.fee)
  })

  it('D4: gives the output with the maximum amount the rest after the other outputs and the fee', () => {
    const outputs = [
      { script, amount: 20_000n },
      { script, amount: 'max' },
    ] as const
    const all = selectCoins(coins, { ...payment, outputs })
    expect(all?.coins).toEqual(coins)
    expect(all?.amounts).toEqual([20_000n, 100_000n - (all?.fee ?? 0n)])
    const tooMuch = [{ script, amount: 119_900n }, outputs[1]]
    expect(selectCoins(coins, { ...payment, outputs: tooMuch })).toBeUndefined()
  })
})

describe('fees and dust limits', () => {
  it('a fee is rounded up to whole virtual bytes, then to whole satoshis', () => {
    expect([feeOf(4n, 1_000n), feeOf(5n, 1_000n), feeOf(4n, 1_001n), feeOf(400n, 100n)]).toEqual([1n, 2n, 2n, 10n])
  })

  it.each(Object.entries(scripts))('a script of kind %s has the dust limit of Bitcoin Core', (kind, [script, dust]) => {
    expect(dustOf(hex.decode(script))).toBe(dust)
    expect(kindOf(hex.decode(script))).toBe(kind === 'p2wsh' ? undefined : kind)
  })
})

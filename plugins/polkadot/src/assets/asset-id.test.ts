import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assetIdOf, assetNumberOf, parseAssetNumber } from './asset-id.js'

const chain = 'polkadot:68d56f15f85d3136970ec16946040bc1'

describe('D9: the id of an asset', () => {
  it('is read back unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (number) => {
        expect(assetNumberOf(assetIdOf(chain, String(number)), chain)).toBe(String(number))
      }),
    )
  })

  it('has only one valid spelling, and is valid for one network and pallet only', () => {
    for (const text of ['', '01', '-1', '+1', '1.0', ' 1', '1 ', '1e3', '0x10', '१', `${2n ** 128n}`, '9'.repeat(40)])
      expect([text, parseAssetNumber(text), assetNumberOf(assetIdOf(chain, text), chain)]).toEqual([
        ...[text, undefined, undefined],
      ])
    expect(assetNumberOf(`${chain}/pool:56`, chain)).toBeUndefined()
    expect(assetNumberOf(`${chain}/slip44:354`, chain)).toBeUndefined()
    expect(assetNumberOf(assetIdOf(chain, '56'), 'polkadot:91b171bb158e2d3848fa23a9f1c25182')).toBeUndefined()
  })
})

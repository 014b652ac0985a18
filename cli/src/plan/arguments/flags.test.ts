import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { firstParty } from '../../fixtures/first-party.js'
import type { FeatureValues } from '../plugins/features.js'
import { features, flagOf } from '../plugins/features.js'
import { chooseFeatures, toList } from './flags.js'

const errorOf = (values: FeatureValues): unknown => {
  try {
    return chooseFeatures(values, firstParty)
  } catch (error) {
    return error
  }
}

describe('chooseFeatures', () => {
  it('converts the flags of features to plugins and options', () => {
    const values = {
      swaps: true,
      allWallets: 'only-mobile',
      legalCheckbox: true,
      termsUrl: 'https://shop.example/terms',
      featuredWalletIds: 'a, b,,a',
      allowUnsupportedChain: false,
    }
    expect(chooseFeatures(values, firstParty)).toEqual({
      add: ['@wallet-modal/swap'],
      drop: [],
      options: {
        '@wallet-modal/connect': {
          allWallets: 'ONLY_MOBILE',
          legalCheckbox: true,
          termsUrl: 'https://shop.example/terms',
          featuredWalletIds: ['a', 'b'],
        },
        '@wallet-modal/account': {
          allowUnsupportedChain: false,
        },
      },
    })
  })

  it('drops the plugin of a disabled feature, and uses HIDE for a disabled wallet list', () => {
    expect(chooseFeatures({ swaps: false, allWallets: false }, firstParty)).toMatchObject({
      drop: ['@wallet-modal/swap'],
      options: { '@wallet-modal/connect': { allWallets: 'HIDE' } },
    })
  })

  it.each(['onramp', 'send', 'receive', 'history', 'analytics', 'smartSessions', 'email', 'emailShowWallets'])(
    'refuses %s, whose plugin is not part of the release',
    (name) => {
      expect(errorOf({ [name]: true })).toMatchObject({
        code: 'FEATURE_UNAVAILABLE',
        message: expect.stringContaining(`--${flagOf(name)} cannot be used: the plugin`),
      })
    },
  )

  it('refuses an option that the plugin of this release does not have', () => {
    expect(errorOf({ collapseWallets: true })).toMatchObject({
      code: 'FEATURE_UNAVAILABLE',
      message: expect.stringContaining('has no such option'),
    })
    expect(errorOf({ collapseWallets: false })).toMatchObject({
      message: expect.stringContaining('--no-collapse-wallets'),
    })
  })

  it('accepts disabling a feature whose plugin is not part of the release', () => {
    expect(errorOf({ onramp: false, email: false })).toEqual({ add: [], drop: [], options: {} })
  })

  it.each([[{ allWallets: 'MAYBE' }], [{ termsUrl: 'javascript:alert(1)' }], [{ termsUrl: 'terms' }]])(
    'refuses %j',
    (values) => {
      expect(errorOf(values)).toMatchObject({ code: 'INVALID_OPTION' })
    },
  )
})

describe('features', () => {
  it('contains only options and choices that the Connect plugin has', () => {
    const manifest = JSON.parse(
      readFileSync(new URL('../../../../plugins/connect/package.json', import.meta.url), 'utf8'),
    )
    const known: Readonly<Record<string, { readonly enum?: readonly string[] }>> =
      manifest.walletModal.options.properties
    for (const { plugin, option = '', choices } of features.filter((one) => one.plugin === '@wallet-modal/connect')) {
      expect([plugin, option, Object.hasOwn(known, option)]).toEqual([plugin, option, true])
      if (choices) expect(known[option]?.enum).toEqual(choices)
    }
  })

  it('has unique names', () => {
    expect(new Set(features.map(({ name }) => name)).size).toBe(features.length)
  })
})

describe('toList', () => {
  it('splits at commas, and omits empty and duplicate items', () => {
    expect(toList(' a,b ,,a,')).toEqual(['a', 'b'])
    expect(toList(',')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { firstParty, network, plugin } from '../../fixtures/first-party.js'
import type { SiteManifest } from '../site/site-manifest.js'
import { resolveSite, sandboxUrl } from './resolve.js'

const base: SiteManifest = {
  metadata: { name: 'Shop' },
  networks: ['eip155:8453', 'eip155:1'],
  plugins: { '@wallet-modal/eip155': {} },
}
const packages = { plugins: firstParty.plugins, known: firstParty.plugins, kernelVersion: '0.1.0' }

const errorOf = (site: Partial<SiteManifest>, others: Partial<typeof packages> = {}): unknown => {
  try {
    return resolveSite({ ...base, ...site }, { ...packages, ...others })
  } catch (error) {
    return error
  }
}

describe('resolveSite', () => {
  it('returns networks in the order of the site', () => {
    expect(resolveSite(base, packages).networks.map(({ name }) => name)).toEqual(['Base', 'Ethereum'])
  })

  it('returns a custom network unchanged', () => {
    const own = network('99', 'Mine')
    expect(resolveSite({ ...base, networks: [own] }, packages).networks).toEqual([own])
  })

  it('refuses an unknown network, and suggests similar ones', () => {
    expect(errorOf({ networks: ['eip155:84'] })).toMatchObject({
      code: 'UNKNOWN_NETWORK',
      advice: expect.stringContaining('eip155:8453'),
    })
  })

  it('does not suggest a network that is similar only in its namespace', () => {
    expect(errorOf({ networks: ['eip155:abc'] })).toMatchObject({
      code: 'UNKNOWN_NETWORK',
      advice: expect.stringMatching(/^Known networks: /),
    })
  })

  it('refuses a network whose namespace no plugin provides', () => {
    expect(errorOf({ networks: ['solana:x'] })).toMatchObject({ code: 'MISSING_CAPABILITY' })
    expect(errorOf({ plugins: {} })).toMatchObject({
      code: 'MISSING_CAPABILITY',
      advice: expect.stringContaining('@wallet-modal/eip155'),
    })
  })

  it('refuses a network that is listed twice, by id and as a custom network', () => {
    expect(errorOf({ networks: ['eip155:1', network('1')] })).toMatchObject({ code: 'INVALID_SITE' })
  })

  it('refuses an unknown plugin, and suggests similar ones', () => {
    expect(errorOf({ plugins: { '@wallet-modal/eip15': {} } })).toMatchObject({
      code: 'UNKNOWN_PLUGIN',
      advice: expect.stringContaining('@wallet-modal/eip155'),
    })
  })

  it('refuses options that the manifest does not declare', () => {
    expect(errorOf({ plugins: { '@wallet-modal/eip155': { colour: 1 } } })).toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('@wallet-modal/eip155'),
    })
  })

  it('refuses a manifest whose options schema cannot be evaluated', () => {
    const looped = plugin('p', {
      options: { type: 'object', allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { $ref: '#/$defs/a' } } },
    })
    expect(errorOf({ plugins: { p: { a: 1 } } }, { plugins: [...firstParty.plugins, looped] })).toMatchObject({
      code: 'INVALID_MANIFEST',
    })
  })

  it('refuses plugins that do not support the version of the kernel', () => {
    expect(errorOf({}, { kernelVersion: '0.2.0' })).toMatchObject({ code: 'KERNEL_MISMATCH' })
    expect(errorOf({}, { kernelVersion: '0.1.9' })).not.toBeInstanceOf(Error)
  })
})

describe('sandboxUrl', () => {
  it('returns the option, or the default of the manifest', () => {
    const sandbox = firstParty.plugins.find(({ name }) => name === '@wallet-modal/sandbox')
    if (!sandbox) throw new Error('no sandbox')
    expect(sandboxUrl({ plugin: sandbox, options: {} })).toBe('http://127.0.0.1:4700')
    expect(sandboxUrl({ plugin: sandbox, options: { url: 'http://127.0.0.1:5' } })).toBe('http://127.0.0.1:5')
  })
})

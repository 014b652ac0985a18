import { describe, expect, test } from 'vitest'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import type { WalletModalConfig } from './config.js'
import { createWalletModal } from './modal.js'

const [network] = createFakeNamespace('fake').networks
const create = (fields: object): void => createWalletModal({ plugins: [], ...fields } as WalletModalConfig).dispose()

describe('INVALID_CONFIG names the field', () => {
  test.each<[string, object]>([
    ['"plugins" must be a list of plugins', { plugins: undefined }],
    ['"plugins" must be a list of plugins', { plugins: {} }],
    ['"id" must be lower-case letters', { id: 'A b' }],
    ['"id" must be lower-case letters', { id: '__proto__' }],
    ['"projectId" must be a text', { projectId: '' }],
    ['"projectId" must be a text', { projectId: 7 }],
    ['"metadata" must be', { metadata: { name: 3 } }],
    ['"networks" must be a list', { networks: {} }],
    ['"networks" lists "fake:1" twice', { networks: [network, { ...network }] }],
    ['"rpcUrls" must be lists', { rpcUrls: { 'fake:1': 'https://one.test' } }],
    ['"rpcUrls" must be lists', { rpcUrls: { nowhere: ['https://one.test'] } }],
    ['"rpcUrls" must be lists', { rpcUrls: { 'fake:1': ['javascript:alert(1)'] } }],
    ['"endpoints" must be', { endpoints: { catalogue: 'ftp://x' } }],
    ['"endpoints" must be', { endpoints: ['https://x'] }],
    ['"strings" must be', { strings: { p: { k: 1 } } }],
    ['"languages" must be functions', { languages: { fr: {} } }],
    ['"languages": write "pt-br" as "pt-BR"', { languages: { 'pt-br': async () => ({ default: {} }) } }],
    ['"prefetch" must be', { prefetch: true }],
    ['"logLevel" must be', { logLevel: 'loud' }],
    ['Network "eip155:1": "name" must be a text', { networks: [{ ...network, caipNetworkId: 'eip155:1', name: '' }] }],
    ['"caipNetworkId" must be a CAIP-2 id', { networks: [{ ...network, caipNetworkId: 'nowhere' }] }],
    ['"caipNetworkId" must be a CAIP-2 id', { networks: [null] }],
    ['"namespace" and "reference"', { networks: [{ ...network, reference: '2' }] }],
    [
      'nativeCurrency: "decimals" must be a whole number',
      { networks: [{ ...network, nativeCurrency: { name: 'A', symbol: 'B', decimals: 37 } }] },
    ],
    [
      'nativeCurrency: "decimals" must be',
      { networks: [{ ...network, nativeCurrency: { name: 'A', symbol: 'B', decimals: '18' } }] },
    ],
    ['"nativeCurrency" must be', { networks: [{ ...network, nativeCurrency: null }] }],
    ['"rpcUrls" must be a list', { networks: [{ ...network, rpcUrls: ['file:///etc'] }] }],
    ['"explorerUrl" must be an http(s) URL', { networks: [{ ...network, explorerUrl: 'javascript:alert(1)' }] }],
    ['"imageUrl" must be', { networks: [{ ...network, imageUrl: 'data:text/html,x' }] }],
  ])('%s: %#', (words, fields) => {
    expect(() => create(fields)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(words) }),
    )
  })

  test.each([undefined, null, 1, 'x', []])('%j is not a configuration', (config) => {
    // @ts-expect-error JavaScript callers can pass any value
    expect(() => createWalletModal(config)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
  })
})

test.each(['', 'x', 'en_US', 'de-de-de', '<b>', 'a'.repeat(50)])('the locale %j is refused', (locale) => {
  expect(() => create({ locale })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})

test('a language tag is converted to its canonical form', () => {
  using modal = createWalletModal({ plugins: [], locale: 'PT-br' })
  expect(modal.locale.value).toBe('pt-BR')
})

test('the only required field is the list of plugins', () => {
  using modal = createWalletModal({ plugins: [] })
  expect([modal.id, modal.networks.value, modal.errors.value, modal.isOpen.value]).toEqual(['default', [], [], false])
})

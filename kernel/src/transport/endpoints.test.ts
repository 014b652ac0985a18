import { describe, expect, test } from 'vitest'
import { signal } from '../signals.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { type ContributedEndpoint, createTargets } from './endpoints.js'

interface Given {
  readonly projectId?: string
  readonly contributed?: readonly ContributedEndpoint[]
  readonly siteEndpoints?: Record<string, string>
  readonly siteRpcUrls?: Record<string, string[]>
  readonly rpcUrls?: string[]
}
const create = ({ projectId, contributed = [], siteEndpoints = {}, siteRpcUrls = {}, rpcUrls = [] }: Given = {}) => {
  const [network] = createFakeNamespace('fake').networks
  return createTargets({
    projectId,
    siteEndpoints,
    siteRpcUrls,
    contributed: () => contributed,
    networks: signal([{ ...network, rpcUrls }]),
  })
}

describe('a service', () => {
  test("the site's endpoint takes precedence over a plugin's default, and a plugin's override over the site's", () => {
    const contributed = [
      { service: 'x', url: 'https://first.test', order: -1 },
      { service: 'x', url: 'https://last.test/', order: 0 },
    ]
    const siteEndpoints = { x: 'https://site.test' }
    expect(create({ contributed }).serviceUrl('x')).toBe('https://last.test')
    expect(create({ contributed, siteEndpoints }).serviceUrl('x')).toBe('https://site.test')
    const overridden = [...contributed, { service: 'x', url: 'https://override.test', order: 1 }]
    expect(create({ contributed: overridden, siteEndpoints }).serviceUrl('x')).toBe('https://override.test')
    expect(create({ siteEndpoints: { x: 'https://site.test//' } }).serviceUrl('x')).toBe('https://site.test')
  })

  test('throws without a project id', () => {
    expect(() => create().serviceUrl('catalogue')).toThrow(
      expect.objectContaining({
        code: 'NO_PROJECT_ID',
        message: 'The service "catalogue" needs a project id. Set "projectId", or "endpoints" in wallet-modal.json.',
      }),
    )
    expect(create({ projectId: 'p' }).serviceUrl('catalogue')).toBe('https://api.web3modal.org')
  })

  test.each(['unknown', '__proto__', 'constructor', 'toString'])(
    'throws for the service %s, which has no URL',
    (service) => {
      expect(() => create({ projectId: 'p' }).serviceUrl(service)).toThrow(
        expect.objectContaining({ code: 'NO_PROJECT_ID', message: expect.stringContaining('has no URL') }),
      )
    },
  )
})

describe('the RPC URLs of a network', () => {
  test("are the site's, then the RPC service, then the chain's public ones", () => {
    const targets = create({
      projectId: 'p',
      siteRpcUrls: { 'fake:1': ['https://site.test'] },
      rpcUrls: ['wss://chain.test', 'https://chain.test'],
    })
    expect(targets.rpcUrls('fake:1')).toEqual([
      'https://site.test',
      'https://rpc.walletconnect.org/v1/?chainId=fake%3A1&projectId=p',
      'https://chain.test',
    ])
  })

  test('throws if there are none', () => {
    expect(() => create().rpcUrls('fake:1')).toThrow(expect.objectContaining({ code: 'UNKNOWN_NETWORK' }))
    expect(() => create({ rpcUrls: ['wss://only.test'] }).rpcUrls('fake:1')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_NETWORK' }),
    )
  })
})

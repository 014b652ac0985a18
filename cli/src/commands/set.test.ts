import { describe, expect, it } from 'vitest'
import { createStart, runJson } from '../fixtures/changes.js'
import { network } from '../fixtures/first-party.js'

const { start, fresh } = await createStart()

describe('set', () => {
  it('reads values as the schema of the option has them, and needs no installation', async () => {
    using one = await fresh('fail')
    await runJson(
      one,
      'set',
      'connect.legalCheckbox=true',
      'connect.termsUrl=https://shop.example/terms',
      'connect.featuredWalletIds=a,b',
      'connect.allWallets=HIDE',
      'theme=dark',
      'projectId=env:VITE_ID',
      'metadata.url=https://shop.example',
      'networks=eip155:10',
    )
    expect(JSON.parse(one.site.read('wallet-modal.json'))).toMatchObject({
      projectId: { env: 'VITE_ID' },
      metadata: { name: 'Shop', url: 'https://shop.example' },
      networks: ['eip155:10'],
      theme: 'dark',
      plugins: {
        '@wallet-modal/connect': {
          allWallets: 'HIDE',
          featuredWalletIds: ['a', 'b'],
          legalCheckbox: true,
          termsUrl: 'https://shop.example/terms',
        },
      },
    })
    await runJson(
      one,
      'set',
      'connect.legalCheckbox=',
      'connect.termsUrl=',
      'connect.featuredWalletIds=',
      'connect.allWallets=',
      'theme=',
      'projectId=',
      'metadata.url=',
      'networks=eip155:1,eip155:8453',
    )
    expect(one.files()).toEqual(start.files())
  })

  it('keeps a network as it is written out when its id is named, and takes out the others', async () => {
    using one = await fresh()
    const own = { ...network('1', 'My node'), rpcUrls: ['https://node.shop.example'] }
    const manifest = { ...JSON.parse(one.site.read('wallet-modal.json')), networks: [own, network('8453')] }
    one.site.write('wallet-modal.json', JSON.stringify(manifest))
    await runJson(one, 'set', 'networks=eip155:10,eip155:1', '--no-install')
    expect(JSON.parse(one.site.read('wallet-modal.json')).networks).toEqual(['eip155:10', own])
    await runJson(one, 'set', 'networks=eip155:1', '--no-install')
    expect(JSON.parse(one.site.read('wallet-modal.json')).networks).toEqual([own])
  })

  it('brings the generated file up to date with the same change', async () => {
    using one = await fresh()
    await runJson(one, 'set', 'connect.legalCheckbox=true', '--no-install')
    expect(one.site.read('src/wallet-modal.generated.ts')).toContain(
      'connect({ legalCheckbox: true, ...code.connect })',
    )
  })
})

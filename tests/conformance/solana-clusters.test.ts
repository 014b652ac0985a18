import { describe, expect, it } from 'vitest'
import { clusters as emailSocialClusters } from '../../plugins/email-social/src/providers/solana-wallet.js'
import { toCluster } from '../../plugins/sandbox/src/testing/solana.js'
import { ownFamilies } from '../../plugins/siwx/src/server/families/families.js'
import { clusters } from '../../plugins/solana/src/chains.js'
import { clusters as walletConnectClusters } from '../../plugins/walletconnect/src/namespaces/solana.js'

const byCaipNetworkId = Object.fromEntries(clusters)
const swap = (record: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [value, key]))

describe('the Solana plugin has the same Wallet Standard names of public clusters as', () => {
  it('WalletConnect', () => {
    expect(walletConnectClusters).toEqual(byCaipNetworkId)
  })

  it('the email wallet', () => {
    expect(emailSocialClusters).toEqual(swap(byCaipNetworkId))
  })

  it('the sign-in server', () => {
    const names = ownFamilies.find(({ namespace }) => namespace === 'solana')?.walletStandardChains ?? {}
    const entries = Object.entries(names).map(([name, reference]) => [`solana:${reference}`, `solana:${name}`])
    expect(Object.fromEntries(entries)).toEqual(byCaipNetworkId)
  })

  it.each([...clusters])('the scripted wallets of the sandbox: %s is %s', (caipNetworkId, name) => {
    expect(toCluster(caipNetworkId)).toBe(name)
  })
})

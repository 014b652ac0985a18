import { describe, expect, it } from 'vitest'
import { draftOf } from '../node.test.fixtures.js'
import { inspectReceiver } from './receiver.js'

const own = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const inspect = (text: string) => inspectReceiver(text, draftOf(own))

describe('D14: a Bitcoin receiver', () => {
  it.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ])('%s is accepted without issues', (address) => {
    expect(inspect(` ${address} `)).toEqual({ address, issues: [] })
  })

  it("that is the account's own address gives a warning", () => {
    expect(inspect(own.toUpperCase())).toEqual({ address: own, issues: [{ code: 'ownAddress', severity: 'warn' }] })
  })

  it.each([
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'wrongNetwork', /Testnet.*Signet/],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'wrongNetwork', /Regtest/],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'wrongNetwork', /Ethereum/],
    ['oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', 'wrongNetwork', /Solana/],
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'wrongNetwork', /Polkadot/],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'wrongChecksum', /typo/],
    ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'privateKey', /Never give it to anybody/],
    ['bc1pfeessrawgf', 'unspendable', /No wallet/],
    ['bc1sw50qgdz25j', 'unspendable', /No wallet/],
    // test vector of BIP-340: "public key not on the curve"
    ['bc1pam775nxmvam4pfpqlm5q06k0y84e3x9w0xuhdpmxuna2qj3dfg6qnzh0s2', 'unspendable', /No key/],
    ['', 'invalidAddress', /letters/],
  ])('%s is rejected: %s', (text, code, words) => {
    const { address, issues } = inspect(text)
    expect(address).toBeUndefined()
    expect(issues).toEqual([{ code, severity: 'refuse', text: expect.stringMatching(words) }])
  })
})

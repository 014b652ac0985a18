/**
 * Accounts with 100 bitcoins each on a new chain, from the mnemonic `test test ... junk` (BIP-84 and BIP-86, testnet paths). The keys are public:
 * never use them for anything of value.
 */
export const bitcoinDevelopmentAccounts: readonly string[] = [
  // m/84'/1'/0'/0/n, pay to witness public key hash
  'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
  'bcrt1qlqj2pdsteppkcr8jkp9ms0wpvey89tna8v72sj',
  // m/86'/1'/0'/0/n, pay to taproot
  'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv',
  'bcrt1p6g8r5e8jvnvukaqgdauwag8lfkzvz3dng4057kv7avnpxpkghdkszxhwd4',
]

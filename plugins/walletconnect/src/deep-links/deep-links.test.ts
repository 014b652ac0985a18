import { safeUrl } from '@wallet-modal/kernel/ui'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Device, linkTarget, pairingLink } from './deep-links.js'

const desk: Device = { isPhone: false, isIos: false, isAndroid: false, isTelegram: false, isFramed: false }
const uri = 'wc:ab@2?relay-protocol=irn&symKey=cd'
const encoded = 'wc%3Aab%402%3Frelay-protocol%3Dirn%26symKey%3Dcd'
const link = (given: string | undefined, device = desk): string | null =>
  pairingLink(given, uri, { device, check: safeUrl })

describe('the pairing link to a wallet', () => {
  test.each([
    ['zephyr://', `zephyr://wc?uri=${encoded}`],
    ['zephyr:', `zephyr://wc?uri=${encoded}`],
    ['zephyr', `zephyr://wc?uri=${encoded}`],
    ['zephyr://open', `zephyr://open/wc?uri=${encoded}`],
    ['zephyr://open/', `zephyr://open/wc?uri=${encoded}`],
    ['https://zephyr.example', `https://zephyr.example/wc?uri=${encoded}`],
    ['https://zephyr.example/app/', `https://zephyr.example/app/wc?uri=${encoded}`],
  ])('for the wallet’s link %s is %s', (given, wanted) => expect(link(given)).toBe(wanted))

  test.each(
    `metamask cbwallet trust phantom okex rainbow zerion ledgerlive bnc uniswap bitkeep tpoutside safepalwallet imtokenv2 onekey-wallet
     oneinch dfw krakenwallet argent roninwallet solflare subwallet novawallet coin98 zeal gtweb3wallet bw foxwallet celo
     fireblocks-wc exodus bitcoincom cryptowallet mathwallet xdefi safe`.split(/\s+/),
  )('accepts the scheme %s of an existing wallet', (scheme) => {
    expect(link(`${scheme}://`)).toBe(`${scheme}://wc?uri=${encoded}`)
  })

  test('has its URI encoded twice for Telegram on Android, and once on iOS', () => {
    const twice = encodeURIComponent(encoded)
    expect(link('zephyr://', { ...desk, isTelegram: true, isAndroid: true })).toBe(`zephyr://wc?uri=${twice}`)
    expect(link('zephyr://', { ...desk, isTelegram: true, isIos: true })).toBe(`zephyr://wc?uri=${encoded}`)
  })

  test('opens in the page, in the top page of a frame, or in a new window in Telegram', () => {
    expect(linkTarget(desk)).toBe('_self')
    expect(linkTarget({ ...desk, isFramed: true })).toBe('_top')
    expect(linkTarget({ ...desk, isFramed: true, isTelegram: true })).toBe('_blank')
  })
})

describe('G4: an unsafe or invalid wallet link', () => {
  const schemes = [
    'javascript',
    'data',
    'blob',
    'file',
    'filesystem',
    'vbscript',
    'about',
    'view-source',
    'http',
    'ftp',
    'ws',
    'wss',
    'intent',
    'content',
    'ms-settings',
    'ms-msdt',
    'search-ms',
    'tel',
    'sms',
    'mailto',
    'chrome',
    'itms-services',
    'itms-appss',
    'googlechrome',
    'googlechromes',
    'shortcuts',
    'vnc',
    'rdp',
    'afp',
    'cifs',
    'x-man-page',
    'applescript',
    'sip',
    'sips',
    'jetbrains',
    'jetbrains-gateway',
    'idea',
    'cursor',
    'windsurf',
    'vscode',
    'x-apple.systempreferences',
    'com.apple.preferences',
    'microsoft-edge',
    'ms-officecmd',
    'systempreferences',
    'webcal',
    'git',
    'git-client',
    'ssh',
    'sftp',
    'ldap',
    'rtsp',
    'magnet',
    'steam',
    'slack',
    'zoommtg',
    'msteams',
    'otpauth',
    'powershell',
    'terminal',
    'iterm2',
    'help',
    'web+pay',
  ]
  const shapes = [
    (scheme: string) => scheme,
    (scheme: string) => `${scheme}:`,
    (scheme: string) => `${scheme}://`,
    (scheme: string) => `${scheme}://host/`,
    (scheme: string) => `${scheme}:alert(1)//`,
    (scheme: string) => `${scheme}:alert(1)`,
    (scheme: string) => ` ${scheme}://`,
    (scheme: string) => `\u0001${scheme}://`,
    (scheme: string) => `${scheme.slice(0, 2)}\n${scheme.slice(2)}://%0aalert(1)`,
    (scheme: string) => `${scheme.slice(0, 2)}\t${scheme.slice(2)}:`,
    (scheme: string) => scheme.toUpperCase(),
    (scheme: string) => `${scheme.toUpperCase()}://x`,
  ]

  test.each(schemes)('with the scheme %s is refused in every spelling', (scheme) =>
    expect(shapes.map((shape) => link(shape(scheme)))).toEqual(shapes.map(() => null)),
  )

  test.each([
    undefined,
    '',
    '://',
    '//evil.example',
    '/wc',
    'https',
    'https:',
    'https://',
    'https://zephyr.example/?to=',
    'zephyr://#',
    'https://user:pass@zephyr.example',
    'zephyr scheme://',
    'https://0x7f.1/',
    'https://192.168.0.1/admin/',
    'https://[::1]/',
    'https://localhost./',
    'https://router.local',
    'https://wallet.internal/',
    `zephyr://${'x'.repeat(3000)}`,
  ])('%s is refused', (given) => expect(link(given)).toBeNull())

  test('a random link results in null, or in a link with an allowed scheme and the pairing URI at the end', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constantFrom(...schemes)), (given) => {
        const made = link(given)
        if (made === null) return
        const { protocol, username } = new URL(made)
        expect(schemes).not.toContain(protocol.slice(0, -1))
        expect([username, made.endsWith(`wc?uri=${encoded}`)]).toEqual(['', true])
      }),
      { numRuns: 2000 },
    )
  })
})

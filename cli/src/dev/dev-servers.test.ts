import { describe, expect, it } from 'vitest'
import { chooseDevServer } from './dev-servers.js'

const commandOf = (listed: readonly string[], scripts: Readonly<Record<string, string>> = {}) => {
  const server = chooseDevServer({ listed: new Set(listed), scripts })
  return server && [server.packageName, ...server.args('127.0.0.1', 5173)].join(' ')
}
const vite = '--host 127.0.0.1 --port 5173 --strictPort --clearScreen false'
const next = '--hostname 127.0.0.1 --port 5173'

describe('chooseDevServer', () => {
  it.each([
    ['the "dev:site" script', ['vite'], { 'dev:site': 'vite' }, `vite ${vite}`],
    [
      'the "dev:site" script with its arguments',
      ['vite'],
      { 'dev:site': 'vite --config other.ts' },
      `vite --config other.ts ${vite}`,
    ],
    [
      'the framework in the script, not Vite, if both are listed',
      ['vite', 'next'],
      { 'dev:site': 'next dev' },
      `next dev ${next}`,
    ],
    ['Vite in the script, not a framework, if both are listed', ['vite', 'next'], { dev: 'vite' }, `vite ${vite}`],
    ['a listed package if "dev" runs this CLI', ['vite'], { dev: 'wallet-modal dev' }, `vite ${vite}`],
    ['a listed package if there are no scripts', ['next'], {}, `next dev ${next}`],
    ['a listed package if the script needs a shell', ['vite'], { dev: 'vite && rm x' }, `vite ${vite}`],
    ['a listed package if the script starts an unknown server', ['vite'], { dev: 'webpack serve' }, `vite ${vite}`],
    [
      'the dev server of Next.js if "start" starts its production server',
      ['next'],
      { dev: 'wallet-modal dev', start: 'next start' },
      `next dev ${next}`,
    ],
    ['the dev server of Vite if "start" runs "vite preview"', ['vite'], { start: 'vite preview' }, `vite ${vite}`],
    ['Vite with the root folder of the script', ['vite'], { dev: 'vite web' }, `vite web ${vite}`],
    ['Next.js without a subcommand', ['next'], { dev: 'next -p 4000' }, `next ${next}`],
  ] as const)('selects %s', (_, listed, scripts, command) => {
    expect(commandOf(listed, scripts)).toBe(command)
  })

  it.each([
    ['vite --port 3000', 3000, undefined],
    ['vite --port=3000 --host', 3000, '0.0.0.0'],
    ['vite --host 0.0.0.0 --port 3000', 3000, '0.0.0.0'],
    ['vite', undefined, undefined],
  ])('takes port and host from the script %j, and does not pass them twice', (dev, port, host) => {
    const server = chooseDevServer({ listed: new Set(['vite']), scripts: { dev } })
    expect(server).toMatchObject({ port, host, defaultPort: 5173 })
    expect(server?.args('127.0.0.1', 5173).join(' ')).toBe(vite)
  })

  it('takes the port of a Next.js script, and keeps its other arguments', () => {
    const server = chooseDevServer({
      listed: new Set(['next']),
      scripts: { dev: 'next dev -p 4000 --turbopack -H ::1' },
    })
    expect(server).toMatchObject({ port: 4000, host: '::1' })
    expect(server?.args('::1', 4000)).toEqual(['dev', '--turbopack', '--hostname', '::1', '--port', '4000'])
  })

  it('returns undefined if the site lists no known dev server', () => {
    expect(commandOf(['webpack'], { dev: 'vite' })).toBeUndefined()
  })
})

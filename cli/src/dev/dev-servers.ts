import type { OwnPackage } from '../apply/packages/installed.js'

/** How a site's dev server is started: a program of a package that the site lists. */
export interface DevServer {
  readonly packageName: string
  readonly program: string
  /** Where it listens when nobody says otherwise. */
  readonly port: number
  args(host: string, port: number): readonly string[]
}

interface KnownServer {
  readonly packageName: string
  /** Default: the package's name. */
  readonly program?: string
  readonly port: number
  /** The words after the program's name where no script of the site has others. */
  readonly words: readonly string[]
  flags(host: string, port: number): readonly string[]
}

const hostAndPort = (host: string, port: number): readonly string[] => ['--host', host, '--port', String(port)]

/** What is built on another one comes before it. */
const knownServers: readonly KnownServer[] = [
  {
    packageName: 'next',
    port: 3000,
    words: ['dev'],
    flags: (host, port) => ['--hostname', host, '--port', String(port)],
  },
  {
    packageName: '@react-router/dev',
    program: 'react-router',
    port: 5173,
    words: ['dev'],
    flags: (host, port) => [...hostAndPort(host, port), '--strictPort'],
  },
  { packageName: '@angular/cli', program: 'ng', port: 4200, words: ['serve'], flags: hostAndPort },
  { packageName: 'nuxt', port: 3000, words: ['dev'], flags: hostAndPort },
  { packageName: 'astro', port: 4321, words: ['dev'], flags: hostAndPort },
  {
    packageName: 'vite',
    port: 5173,
    words: [],
    flags: (host, port) => [...hostAndPort(host, port), '--strictPort', '--clearScreen', 'false'],
  },
]

/** The packages whose dev servers `dev` knows how to start. */
export const devServerNames: readonly string[] = knownServers.map(({ packageName }) => packageName)

/** Where a site says how its dev server is started; `dev` may be this tool itself. */
const scriptNames = ['dev:site', 'dev', 'start']
/** Words that mean the same without a shell. */
const plainWord = /^[\w@%+=:,./-]+$/

/**
 * The dev server of a site: the one that its package scripts start, with the words they have, else the first known one that it lists.
 * A script that needs a shell counts as none.
 */
export function chooseDevServer({ listed, scripts }: OwnPackage): DevServer | undefined {
  const servers = knownServers.filter(({ packageName }) => listed.has(packageName))
  for (const name of scriptNames) {
    const [program, ...words] = (scripts[name] ?? '').trim().split(/\s+/)
    const server = servers.find((one) => (one.program ?? one.packageName) === program)
    if (server && words.every((word) => plainWord.test(word))) return withWords(server, words)
  }
  return servers[0] && withWords(servers[0], servers[0].words)
}

const withWords = (
  { packageName, program = packageName, port, flags }: KnownServer,
  words: readonly string[],
): DevServer => ({
  packageName,
  program,
  port,
  args: (host, port) => [...words, ...flags(host, port)],
})

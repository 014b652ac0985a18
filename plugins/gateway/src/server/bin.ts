#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { randomToken } from './accounts/secrets.js'
import { MissingPackageError } from './optional-package.js'
import { backup, restore } from './process/backup.js'
import { ConfigError, type GatewayConfig, readConfig } from './process/config.js'
import { createLog, type Log, urlSecrets } from './process/log.js'
import { onRampSecrets } from './process/onramp-config.js'
import { openStore } from './process/open-store.js'
import { checkGateway, type RunningGateway, startGateway } from './process/start.js'

/** Time in which a second signal is ignored. On Ctrl-C, the gateway gets SIGINT twice: from the terminal and from npm. */
const FORWARDED_SIGNAL_MS = 500

const usage = `wallet-modal-gateway [command] [--config gateway.json]

  start          serves requests (the default)
  check          checks the configuration, packages, store and mail server, and exits
  keys           prints a new encryption key
  backup FILE    writes accounts and key shares to a new file
  restore FILE   adds the entries of a backup; stop the gateway first`

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) console.error(`The gateway could not run this command:\n${error.message}`)
  else
    console.error(
      error instanceof MissingPackageError || !(error instanceof Error)
        ? String(error)
        : `${error.name}: ${error.message}`,
    )
  process.exit(1)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { config: { type: 'string', default: 'gateway.json' }, help: { type: 'boolean', short: 'h' } },
  })
  const [command = 'start', file] = positionals
  if (values.help) return console.log(usage)
  if (command === 'keys') return console.log(randomToken())
  const commands = new Map<string, (config: GatewayConfig, log: Log) => Promise<void>>([
    ['start', start],
    ['check', check],
    ['backup', (config, log) => copyAccounts(config, log, { file, restores: false })],
    ['restore', (config, log) => copyAccounts(config, log, { file, restores: true })],
  ])
  const run = commands.get(command)
  if (!run) throw new ConfigError(`- There is no command "${command}".\n\n${usage}`)
  const config = await readConfig(values.config)
  await run(config, logOf(config))
}

function logOf({ accounts, store, onRamp, socials }: GatewayConfig): Log {
  const storeSecrets = store.type === 'redis' || store.type === 'postgres' ? urlSecrets(store.url) : []
  return createLog([
    ...(accounts ? [accounts.encryptionKey, ...urlSecrets(accounts.mail.url)] : []),
    ...storeSecrets,
    ...onRampSecrets(onRamp),
    ...Object.values(socials).flatMap((client) => client?.clientSecret ?? []),
  ])
}

async function start(config: GatewayConfig, log: Log): Promise<void> {
  const gateway = await startGateway(config, log)
  stopOnSignals(gateway, log)
  process.on('unhandledRejection', log.fault)
  const { accounts, publicUrl } = config
  if (accounts && config.store.type === 'memory')
    log.info('The store is memory: accounts and key shares are lost when this process ends.')
  const urls = [accounts && `frame at ${accounts.frameOrigin}`, publicUrl && `routes at ${publicUrl}`]
  log.info([`listening on http://${gateway.host}:${gateway.port}`, ...urls.flatMap((url) => url ?? [])].join(', '))
}

/** Stops the gateway on SIGINT and SIGTERM, and exits with 0; with 1 if stopping failed. A second signal exits at once, with 1. */
function stopOnSignals(gateway: RunningGateway, log: Log): void {
  let firstSignalAt: number | undefined
  const stop = async (): Promise<void> => {
    if (firstSignalAt !== undefined) {
      if (performance.now() - firstSignalAt > FORWARDED_SIGNAL_MS) process.exit(1)
      return
    }
    firstSignalAt = performance.now()
    try {
      await gateway.stop()
    } catch (error) {
      log.fault(error)
      process.exit(1)
    }
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

async function check(config: GatewayConfig, log: Log): Promise<void> {
  await checkGateway(config, log)
  console.log('The configuration is valid, and its packages, store and mail server can be used.')
}

interface CopyOptions {
  readonly file: string | undefined
  readonly restores: boolean
}

async function copyAccounts(config: GatewayConfig, log: Log, { file, restores }: CopyOptions): Promise<void> {
  if (file === undefined) throw new ConfigError('- The path of the backup file is missing: add it to the command.')
  const store = await openStore(config.store, log)
  try {
    if (!restores) return console.log(`${await backup(store, config, file)} entries written to ${file}.`)
    const { added, replaced, conflicts } = await restore(store, config, file)
    console.log(`${added} entries added, ${replaced} logins without a wallet replaced.`)
    if (conflicts.length > 0)
      throw new ConfigError(
        `- ${conflicts.length} entries of the backup differ from those in the store, which were not changed:\n${conflicts.map((key) => `  ${key}`).join('\n')}`,
      )
  } finally {
    await store.close?.()
  }
}

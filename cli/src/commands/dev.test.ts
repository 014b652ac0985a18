import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import { describe, expect, it, vi } from 'vitest'
import { binPath, runBin } from '../fixtures/bin.js'
import { createDev, type DevSite, freePort, startDev, textOf } from '../fixtures/dev-site.js'
import { isRunning, pidsOf } from '../fixtures/programs.js'

/** The environment of a package script that npm runs, and one in which these tests do not run under npm. */
const npmScript = { npm_config_user_agent: 'npm/11.19.1 node/v20.20.2', npm_command: 'run', npm_lifecycle_event: 'dev' }
const noScript = { npm_config_user_agent: '', npm_command: '', npm_lifecycle_event: '' }

vi.setConfig({ testTimeout: 30_000 })

/** Expects that the processes end within about a second. */
async function expectGone(pids: readonly number[]): Promise<void> {
  for (let tries = 0; pids.some(isRunning) && tries < 50; tries++) await delay(20)
  expect(pids.filter(isRunning)).toEqual([])
}

describe('dev', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'runs sandbox and site together, and leaves no process behind after %s',
    async (signal) => {
      const dev = await createDev()
      using site = dev.site
      const { child, output } = await startDev(dev)
      expect(output()).toContain(
        `site     http://127.0.0.1:${dev.port}\n  sandbox  http://127.0.0.1:${dev.sandboxPort}`
          .split('\n')
          .reverse()
          .map((line) => line.trim())
          .join('\n  '),
      )
      expect(output()).toContain('site    | { not a ready line')
      expect(await textOf(dev.port)).toBe('SITE')
      expect(await textOf(dev.sandboxPort)).toBe('SANDBOX')
      const pids = [...pidsOf(site, 'SITE'), ...pidsOf(site, 'SANDBOX')]
      expect(pids.every(isRunning)).toBe(true)
      child.kill(signal)
      expect((await child).exitCode).toBe(0)
      await expectGone(pids)
    },
  )

  it('prints one JSON document when everything runs', async () => {
    const dev = await createDev()
    using site = dev.site
    const { child, output } = await startDev(dev, ['--json'])
    expect(JSON.parse(output())).toEqual({
      ok: true,
      command: 'dev',
      sandbox: `http://127.0.0.1:${dev.sandboxPort}`,
      site: `http://127.0.0.1:${dev.port}`,
    })
    child.kill('SIGINT')
    expect(await child).toMatchObject({ exitCode: 0, stdout: output().trim() })
    expect(existsSync(join(site.path, 'pids/SITE'))).toBe(true)
  })

  it.each([
    ['SITE', 'site'],
    ['SANDBOX', 'sandbox'],
  ] as const)('ends all processes if the %s exits, and reports its exit code', async (name, word) => {
    const dev = await createDev()
    using site = dev.site
    const { child } = await startDev(dev, [], { [`${name}_FAULT`]: 'die' })
    expect(await child).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining(`The ${word} ended with exit code 7`),
    })
    await expectGone([...pidsOf(site, 'SITE'), ...pidsOf(site, 'SANDBOX')])
  })

  it('does not refer to output of a program that another program killed', async () => {
    const dev = await createDev()
    using site = dev.site
    const { child } = await startDev(dev)
    for (const processId of pidsOf(site, 'SANDBOX')) process.kill(processId, 'SIGKILL')
    const { stderr } = await child
    expect(stderr).toContain('The sandbox was ended by SIGKILL.')
    expect(stderr).toContain('Another program or the operating system ended it')
    expect(stderr).not.toContain('output above')
  })

  it.each(['SITE', 'SANDBOX'] as const)(
    'shows the output of the %s if it fails to start, and leaves no process running',
    async (name) => {
      const dev = await createDev()
      using site = dev.site
      const ran = await runBin(site.path, ['dev', '--port', String(dev.port)], {
        env: { [`${name}_FAULT`]: 'no-start' },
      })
      expect(ran).toMatchObject({ exitCode: 6, stderr: expect.stringContaining(`engine not found: ${name}`) })
      await expectGone(
        ['SITE', 'SANDBOX']
          .filter((each) => existsSync(join(site.path, 'pids', each)))
          .flatMap((each) => JSON.parse(readFileSync(join(site.path, 'pids', each), 'utf8'))),
      )
    },
  )

  it('kills a program that ignores SIGTERM', async () => {
    const dev = await createDev()
    using site = dev.site
    const { child } = await startDev(dev, [], { SITE_FAULT: 'stubborn' })
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(0)
    await expectGone([...pidsOf(site, 'SITE'), ...pidsOf(site, 'SANDBOX')])
  })

  it('leaves no process running after SIGKILL', async () => {
    const dev = await createDev()
    using site = dev.site
    const { child } = await startDev(dev)
    child.kill('SIGKILL')
    await child
    await expectGone([...pidsOf(site, 'SITE'), ...pidsOf(site, 'SANDBOX')])
  })

  it('ends with its programs after SIGTERM to npm, whose shell does not forward the signal', async () => {
    const dev = await createDev()
    using site = dev.site
    const json = JSON.parse(site.read('package.json'))
    const scripts = { dev: `"${process.execPath}" "${binPath('bin-site.js')}" dev --port ${dev.port}` }
    site.write('package.json', { ...json, scripts })
    const npm = execa('npm', ['run', 'dev'], { cwd: site.path, reject: false, stdin: 'ignore' })
    const output = createWriteStream(join(site.path, 'output')) // stays open, so that no write fails
    npm.stdout?.pipe(output)
    await vi.waitFor(() => expect(site.read('output')).toContain('Running:'), { timeout: 20_000, interval: 50 })
    const pids = [...pidsOf(site, 'SITE'), ...pidsOf(site, 'SANDBOX')]
    npm.kill('SIGTERM')
    try {
      await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 5000, interval: 50 })
    } finally {
      for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL')
    }
  })

  it('ends with its programs if its stdout is closed', async () => {
    const dev = await createDev()
    using site = dev.site
    const { child } = await startDev(dev, [], { SITE_FAULT: 'talks' })
    child.stdout?.destroy()
    expect((await child).exitCode).toBe(0)
    await expectGone([...pidsOf(site, 'SITE'), ...pidsOf(site, 'SANDBOX')])
  })

  it.each([
    ['the site', (dev: DevSite) => dev.port, 'another port: --port <port>', {}],
    ['the site', (dev: DevSite) => dev.port, 'another port: `npm run dev -- --port <port>`', npmScript],
    ['the sandbox', (dev: DevSite) => dev.sandboxPort, 'npx create-wallet-modal set sandbox.url=http://127.0.0.1:', {}],
    ['the sandbox', (dev: DevSite) => dev.sandboxPort, 'this site can use it too, with --no-sandbox', {}],
  ])('starts no program if the port of %s is in use, and names how to change it', async (who, portOf, option, env) => {
    const dev = await createDev()
    using site = dev.site
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(portOf(dev), '127.0.0.1', resolve))
    const ran = await runBin(site.path, ['dev', '--port', String(dev.port)], { env: { ...noScript, ...env } })
    await new Promise((resolve) => server.close(resolve))
    expect(ran).toMatchObject({ exitCode: 6, stderr: expect.stringContaining(option) })
    expect(ran.stderr.toLowerCase()).toContain(`${who} needs port ${portOf(dev)}`)
    expect(existsSync(join(site.path, 'pids'))).toBe(false)
  })

  it('restarts the site, and not the sandbox, after other packages were installed', async () => {
    const dev = await createDev()
    using site = dev.site
    const list = 'node_modules/.package-lock.json' // npm writes it last
    site.write(list, { packages: { 'node_modules/notes': { integrity: 'first' } } })
    const { child, output } = await startDev(dev)
    const [before, sandbox] = [pidsOf(site, 'SITE'), pidsOf(site, 'SANDBOX')]

    site.write(list, site.read(list))
    await delay(1500)
    expect(pidsOf(site, 'SITE')).toEqual(before)

    site.write(list, { packages: { 'node_modules/notes': { integrity: 'second' } } })
    await vi.waitFor(() => expect(pidsOf(site, 'SITE')).not.toEqual(before), { timeout: 10_000, interval: 50 })
    await expectGone(before)
    await vi.waitFor(async () => expect(await textOf(dev.port)).toBe('SITE'), { timeout: 5000, interval: 50 })
    expect(pidsOf(site, 'SANDBOX')).toEqual(sandbox)
    expect(output()).toContain('The installed packages changed: restarting the site')
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(0)
    await expectGone([...pidsOf(site, 'SITE'), ...sandbox])
  })

  it('ends all processes if the site does not start again, and shows its output', async () => {
    const dev = await createDev()
    using site = dev.site
    const { child } = await startDev(dev)
    site.write('node_modules/vite/bin/vite.js', "console.error('broken'); process.exit(3)")
    site.write('node_modules/.package-lock.json', '{}')
    expect(await child).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('The site ended with exit code 3'),
    })
    await expectGone([...pidsOf(site, 'SITE'), ...pidsOf(site, 'SANDBOX')])
  })

  it('restarts only the sandbox when the networks for sign-in change, not for other changes of wallet-modal.json', async () => {
    const dev = await createDev('--siwx')
    using site = dev.site
    const { child, output } = await startDev(dev)
    const [sandbox, before] = [pidsOf(site, 'SANDBOX'), pidsOf(site, 'SITE')]
    const manifest = JSON.parse(site.read('wallet-modal.json'))

    site.write('wallet-modal.json', { ...manifest, theme: 'dark' })
    await delay(1500)
    site.write('wallet-modal.json', '{')
    await delay(1000)
    expect(pidsOf(site, 'SANDBOX')).toEqual(sandbox)

    site.write('wallet-modal.json', { ...manifest, networks: ['eip155:10'] })
    await vi.waitFor(() => expect(pidsOf(site, 'SANDBOX')).not.toEqual(sandbox), { timeout: 10_000, interval: 50 })
    await expectGone(sandbox)
    await vi.waitFor(async () => expect(await textOf(dev.sandboxPort)).toBe('SANDBOX'), { timeout: 5000, interval: 50 })
    expect(pidsOf(site, 'SITE')).toEqual(before)
    expect(output()).toContain('The settings of the sandbox changed')
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(0)
    await expectGone([...before, ...pidsOf(site, 'SANDBOX')])
  })

  it('forwards sign-in requests of a page without a bundler to the sandbox, also at a new port, or run by another program', async () => {
    const dev = await createDev('--template', 'html')
    using site = dev.site
    const signIn = async (): Promise<string> =>
      (await fetch(`http://127.0.0.1:${dev.port}/api/siwx/nonce`).catch(() => undefined))?.text() ?? 'no reply'
    const { child } = await startDev(dev)
    expect(await signIn()).toBe('SANDBOX')
    const port = await freePort()
    site.write(
      'wallet-modal.json',
      site.read('wallet-modal.json').replace(`127.0.0.1:${dev.sandboxPort}`, `127.0.0.1:${port}`),
    )
    await vi.waitFor(async () => expect(await textOf(port)).toBe('SANDBOX'), { timeout: 10_000, interval: 50 })
    expect(await signIn()).toBe('SANDBOX')
    child.kill('SIGINT')
    await child
    const alone = await startDev(dev, ['--no-sandbox'])
    expect(await signIn()).toBe('SITE')
    const shared = createHttpServer((_, response) => response.end('SHARED SANDBOX'))
    await new Promise<void>((resolve) => shared.listen(port, '127.0.0.1', resolve))
    expect(await signIn()).toBe('SHARED SANDBOX')
    shared.close().closeAllConnections()
    alone.child.kill('SIGINT')
    await alone.child
  })

  it('does not start the sandbox with --no-sandbox', async () => {
    const dev = await createDev()
    using site = dev.site
    const { child, output } = await startDev(dev, ['--no-sandbox'])
    expect(output()).not.toContain('sandbox ')
    child.kill('SIGINT')
    await child
    expect(existsSync(join(site.path, 'pids/SANDBOX'))).toBe(false)
  })

  it('warns if the generated file is stale', async () => {
    const dev = await createDev()
    using site = dev.site
    site.write('wallet-modal.json', site.read('wallet-modal.json').replace('Shop', 'Other'))
    const { child, output } = await startDev(dev)
    expect(output()).toContain('is stale: run `npx create-wallet-modal sync`')
    child.kill('SIGINT')
    await child
  })

  it.each([
    ['--port', '0'],
    ['--port', '70000'],
    ['--port', '80; x'],
    ['--host', 'no.such.host.invalid'],
  ])('refuses %s %s, and starts no program', async (flag, value) => {
    const dev = await createDev()
    using site = dev.site
    expect((await runBin(site.path, ['dev', flag, value])).exitCode).toBeGreaterThan(1)
    expect(existsSync(join(site.path, 'pids'))).toBe(false)
  })

  it('fails if package.json lists no known dev server', async () => {
    const dev = await createDev()
    using site = dev.site
    site.write('package.json', '{}')
    expect(await runBin(site.path, ['dev'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('dev server'),
    })
  })
})

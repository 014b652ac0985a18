import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { healChange } from '../apply/changes/change-heal.js'
import { openJournal } from '../apply/changes/change-journal.js'
import { healSite } from '../apply/changes/heal-site.js'
import { hashOf as hashOfBytes, journalFolder, originOf } from '../apply/changes/journal-entry.js'
import { type ChangedSite, createChangedSite } from '../fixtures/changed-site.js'
import { createFolder } from '../fixtures/folder.js'
import { hostilePaths } from '../fixtures/hostile-paths.js'

type Files = Readonly<Record<string, string>>
const start = await createChangedSite()
afterAll(() => start[Symbol.dispose]())
const old = start.files()

describe('N5 recovery from a change that was killed', () => {
  const dead = 2 ** 22 + 1
  const journal = (one: ChangedSite, files: object, content: Files = {}, pid = dead): void => {
    const folder = join(one.site.path, journalFolder)
    mkdirSync(folder)
    writeFileSync(join(folder, 'journal.json'), JSON.stringify({ pid, files }))
    for (const [name, text] of Object.entries(content)) writeFileSync(join(folder, name), text)
  }

  const half = [{ path: 'wallet-modal.json', inWorkspace: false, old: 0, written: [null] }]
  /** Site whose wallet-modal.json was already removed by a killed run. */
  async function createHalf(pid = dead): Promise<ChangedSite> {
    const one = await createChangedSite('ok', start.site)
    journal(one, half, { 'old-0': one.site.read('wallet-modal.json') }, pid)
    rmSync(join(one.site.path, 'wallet-modal.json'))
    return one
  }

  it.each([
    ['sync', ['sync']],
    ['dev', ['dev', '--no-sandbox', '--port', 'none']],
    ['upgrade', ['upgrade', '--yes', '--to', 'nowhere']],
  ])('%s restores the site and reports it', async (_, words) => {
    using one = await createHalf()
    expect((await one.run(words)).stdout).toContain("The site's files are as they were before that run.")
    expect(one.files()).toEqual(old)
  })

  it.each([
    ['list', ['list']],
    ['sync --check', ['sync', '--check']],
    ['doctor --csp', ['doctor', '--csp']],
    ['set --dry-run', ['set', 'theme=dark', '--dry-run']],
  ])('%s writes nothing, and names the command that restores the site', async (_, words) => {
    using one = await createHalf()
    const before = one.files()
    expect(await one.run(words)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/was killed while it changed this site[\s\S]*create-wallet-modal sync/),
    })
    expect(one.files()).toEqual(before)
  })

  it('doctor reports the interrupted change and no other finding, and writes nothing', async () => {
    using one = await createHalf()
    const before = one.files()
    const ran = await one.run(['doctor', '--json'])
    expect(ran.exitCode).toBe(1)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      ok: false,
      findings: [{ id: 'change-interrupted', severity: 'error', fix: expect.stringContaining('sync') }],
    })
    expect(one.files()).toEqual(before)
  })

  it('commands write nothing while the process of the change is still running', async () => {
    using one = await createHalf(process.pid)
    const before = one.files()
    for (const words of [['sync'], ['dev', '--no-sandbox'], ['list'], ['set', 'theme=dark', '--yes']]) {
      const ran = await one.run(words)
      expect({ words, ...ran }).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`process ${process.pid}`),
      })
    }
    const { findings } = JSON.parse((await one.run(['doctor', '--json'])).stdout)
    expect(findings).toMatchObject([{ id: 'change-running' }])
    expect(one.files()).toEqual(before)
  })

  it('refuses to overwrite a file that a person edited after the killed run', async () => {
    using one = await createChangedSite('ok', start.site)
    journal(one, [{ path: 'wallet-modal.json', inWorkspace: false, old: 0, written: ['0'.repeat(64)] }], {
      'old-0': '{}',
    })
    const before = one.files()
    expect(await one.run(['set', 'theme=dark', '--yes'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('"wallet-modal.json" was edited since'),
    })
    expect(one.files()).toEqual(before)
  })

  const hashOf = (text: string): string => hashOfBytes(Buffer.from(text))
  const config = 'src/wallet-modal.config.ts'

  it.each([
    ['edited', 0, 'export default { mine: true }\n'],
    ['created', null, 'export default { mine: true }\n'],
    ['removed', 0, undefined],
  ] as const)(
    'does not restore a file that the killed run had not written and a person has since %s',
    async (_, at, mine) => {
      using one = await createChangedSite('ok', start.site)
      const begun = '{ "begun": true }'
      journal(
        one,
        [
          { path: config, inWorkspace: false, old: at, written: [] },
          { path: 'package.json', inWorkspace: false, old: 1, written: [hashOf(begun)] },
          { path: 'package-lock.json', inWorkspace: false, old: 2, written: [] },
        ],
        { 'old-0': one.site.read(config), 'old-1': one.site.read('package.json'), 'old-2': 'the lockfile before' },
      )
      one.site.write('package.json', begun)
      if (mine === undefined) rmSync(join(one.site.path, config))
      else one.site.write(config, mine)
      const said: string[] = []
      expect(await healSite(one.site.path, { heals: true, warn: (text) => said.push(text) })).toBe(true)
      expect(said).toEqual([expect.stringContaining(`"${config}" was edited since and was not restored.`)])
      const { [config]: _config, ...others } = old
      const goal = {
        ...others,
        ...(mine === undefined ? {} : { [config]: mine }),
        'package-lock.json': 'the lockfile before',
      }
      expect(one.files()).toEqual(goal)
    },
  )

  it('N1 restores no file of the workspace from a journal that came with the site', async () => {
    using root = createFolder('work')
    const lockfile = root.write('package-lock.json', '{}')
    for (const [old, origin] of [
      [0, undefined],
      [null, '1 2'],
      [null, 'self'],
    ] as const) {
      using one = await createChangedSite('ok', start.site)
      journal(one, [{ path: 'package-lock.json', inWorkspace: true, old, written: [] }], {
        'old-0': 'evil',
        origin: '',
      })
      const folder = join(one.site.path, journalFolder)
      const own = await originOf(folder)
      const json = JSON.parse(readFileSync(join(folder, 'journal.json'), 'utf8'))
      writeFileSync(join(folder, 'journal.json'), JSON.stringify({ ...json, origin: origin === 'self' ? own : origin }))
      if (origin === 'self') {
        // as a copy of the folder
        cpSync(folder, `${folder}-copy`, { recursive: true, preserveTimestamps: true })
        rmSync(folder, { recursive: true })
        renameSync(`${folder}-copy`, folder)
      }
      await healChange(one.site.path, root.path)
      expect(readFileSync(lockfile, 'utf8')).toBe('{}')
    }
  })

  it('restores the lockfile of the workspace after a killed run in this folder', async () => {
    using root = createFolder('work')
    using one = await createChangedSite('ok', start.site)
    const lockfile = root.write('package-lock.json', 'before')
    await openJournal(one.site.path, [{ path: 'package-lock.json', root: root.path }])
    writeFileSync(lockfile, 'changed')
    const file = join(one.site.path, journalFolder, 'journal.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: dead }))
    await healChange(one.site.path, root.path)
    expect(readFileSync(lockfile, 'utf8')).toBe('before')
  })

  it('names a changed lockfile of the workspace that it does not restore, because the journal was copied', async () => {
    using root = createFolder('work')
    root.write('package.json', { workspaces: ['site'] })
    const site = join(root.path, 'site')
    mkdirSync(site)
    const lockfile = root.write('package-lock.json', 'before')
    const files = ['package-lock.json', 'npm-shrinkwrap.json'].map((path) => ({ path, root: root.path }))
    await openJournal(site, files)
    const folder = join(site, journalFolder)
    const file = join(folder, 'journal.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: dead }))
    writeFileSync(lockfile, 'changed')
    cpSync(folder, `${folder}-copy`, { recursive: true, preserveTimestamps: true })
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-copy`, folder)
    const warnings: string[] = []
    expect(await healSite(site, { heals: true, warn: (text) => warnings.push(text) })).toBe(true)
    expect(warnings).toEqual([expect.stringContaining(`"${lockfile}" was not restored`)])
    expect(warnings[0]).toContain('Restore it from version control.')
    expect(warnings[0]).not.toContain('npm-shrinkwrap.json')
    expect(readFileSync(lockfile, 'utf8')).toBe('changed')
  })

  it('N1 refuses a journal with a path that no change writes, and restores nothing', async () => {
    for (const path of [
      ...hostilePaths,
      '.git/config',
      'src/main.ts',
      'x/.npmrc',
      '../package.json',
      '/tmp/package.json',
      'a/../../package.json',
      '..\\package.json',
      'C:\\package.json',
    ]) {
      using one = await createChangedSite('ok', start.site)
      journal(one, [{ path, inWorkspace: false, old: 0, written: [] }], { 'old-0': 'evil' })
      const before = one.files()
      await expect(healChange(one.site.path, undefined), path).rejects.toMatchObject({
        code: expect.stringMatching(/INVALID_PATH|CHANGE_INTERRUPTED/),
      })
      expect(one.files()).toEqual(before)
    }
  })

  it('N1 follows no symbolic link out of the site, neither to read nor to write', async () => {
    using one = await createChangedSite('ok', start.site)
    using other = createFolder('other')
    const secret = other.write('package.json', 'secret')
    journal(one, [
      { path: 'package.json', inWorkspace: false, old: 0, written: [hashOf(one.site.read('package.json'))] },
    ])
    symlinkSync(secret, join(one.site.path, journalFolder, 'old-0'))
    await expect(healChange(one.site.path, undefined)).rejects.toMatchObject({ code: 'FILE_ERROR' })
    expect(one.site.read('package.json')).not.toContain('secret')

    using two = await createChangedSite('ok', start.site)
    symlinkSync(other.path, join(two.site.path, 'linked'))
    const linked = { path: 'linked/package.json', inWorkspace: false, old: 0, written: [hashOf('secret')] }
    journal(two, [linked], { 'old-0': 'evil' })
    await expect(healChange(two.site.path, undefined)).rejects.toMatchObject({ code: 'INVALID_PATH' })
    expect(other.read('package.json')).toBe('secret')
  })

  it('N1 removes no file behind a symbolic link that leads out of the site', async () => {
    using one = await createChangedSite('ok', start.site)
    using other = createFolder('other')
    other.write('package-lock.json', 'theirs')
    symlinkSync(other.path, join(one.site.path, 'linked'))
    journal(one, [{ path: 'linked/package-lock.json', inWorkspace: false, old: null, written: [] }])
    await expect(healChange(one.site.path, undefined)).rejects.toMatchObject({ code: 'INVALID_PATH' })
    expect(other.read('package-lock.json')).toBe('theirs')
  })
})

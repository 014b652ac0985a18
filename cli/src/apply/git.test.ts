import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { isDirty } from './git.js'

const gitIn =
  ({ path }: Folder) =>
  (...args: readonly string[]) =>
    execa('git', ['-c', 'user.email=a@b.c', '-c', 'user.name=n', ...args], { cwd: path })

const { signal } = new AbortController()

/** Repository with one commit, in which `index.html` was touched: Git has to read the file to compare it. */
async function createRepository(attributes: string): Promise<Folder> {
  const folder = createFolder()
  const git = gitIn(folder)
  folder.write('.gitattributes', attributes)
  folder.write('index.html', 'one\n')
  await git('init', '-q')
  await git('add', '-A')
  await git('commit', '-qm', 'start')
  await execa('touch', ['-d', '2001-01-01', join(folder.path, 'index.html')])
  return folder
}

/** A program that Git could run. It writes the file `ran` in the folder. */
const programIn = ({ path }: Folder): string => `touch '${join(path, '..', 'ran')}'; cat`
const hasRun = ({ path }: Folder): Promise<boolean> =>
  execa('ls', [join(path, '..')]).then(({ stdout }) => stdout.includes('ran'))

describe('isDirty', () => {
  it('is true with uncommitted changes, and false without changes or without a repository', async () => {
    using folder = await createRepository('')
    expect(await isDirty(folder.path, signal)).toBe(false)
    folder.write('index.html', 'two\n')
    expect(await isDirty(folder.path, signal)).toBe(true)
    using empty = createFolder()
    expect(await isDirty(empty.path, signal)).toBe(false)
  })

  it.each([
    ['filter "evil"', 'evil', 'clean'],
    ['filter "evil"', 'evil', 'process'],
    ['filter "a.b"', 'a.b', 'clean'],
    ['filter "a=b"', 'a=b', 'clean'],
    ['filter "a=b"', 'a=b', 'process'],
  ])('starts no program that the repository configures in [%s] (filter=%s) as %s', async (section, name, variable) => {
    using folder = await createRepository(`*.html filter=${name}\n`)
    const program = programIn(folder).replaceAll('\\', '\\\\').replaceAll('"', '\\"')
    folder.write('.git/config', `${folder.read('.git/config')}[${section}]\n\t${variable} = "${program}"\n\trequired\n`)
    await isDirty(folder.path, signal)
    expect(await hasRun(folder)).toBe(false)
  })

  it.each(['core.fsmonitor', 'filter.evil.clean'])('starts no program of %s in an included file', async (key) => {
    using folder = await createRepository('*.html filter=evil\n')
    const git = gitIn(folder)
    await git('config', '--file', '.git/more', key, programIn(folder))
    await git('config', 'include.path', 'more')
    await isDirty(folder.path, signal)
    expect(await hasRun(folder)).toBe(false)
  })

  it('starts no filter of a submodule', async () => {
    using folder = await createRepository('')
    using other = await createRepository('*.html filter=evil\n')
    const git = gitIn(folder)
    await git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.path, 'part')
    await git('commit', '-qm', 'part')
    await gitIn({ ...folder, path: join(folder.path, 'part') })('config', 'filter.evil.clean', programIn(folder))
    await execa('touch', ['-d', '2001-01-01', join(folder.path, 'part/index.html')])
    await isDirty(folder.path, signal)
    expect(await hasRun(folder)).toBe(false)
  })

  it('starts no program to fetch a missing object', async () => {
    using folder = await createRepository('')
    const git = gitIn(folder)
    const { stdout: tree } = await git('rev-parse', 'HEAD^{tree}')
    await execa('rm', ['-f', join(folder.path, '.git/objects', tree.slice(0, 2), tree.slice(2))])
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::touch ${join(folder.path, '..', 'ran')}`],
      ['protocol.ext.allow', 'always'],
    ] as const)
      await git('config', key, value)
    await isDirty(folder.path, signal)
    expect(await hasRun(folder)).toBe(false)
  })

  it('finds changes in a repository with a filter', async () => {
    using folder = await createRepository('*.html filter=upper\n')
    const git = gitIn(folder)
    await git('config', 'filter.upper.clean', 'cat')
    await git('config', 'filter.upper.required', 'true')
    expect(await isDirty(folder.path, signal)).toBe(false)
    folder.write('index.html', 'two\n')
    expect(await isDirty(folder.path, signal)).toBe(true)
  })
})

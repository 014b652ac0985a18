/** Whether this Node.js runs on musl (Alpine Linux). */
export function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const { header }: { header?: { glibcVersionRuntime?: string } } = Object(process.report.getReport())
  return header?.glibcVersionRuntime === undefined
}

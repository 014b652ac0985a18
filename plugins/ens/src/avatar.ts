/** Maximum length of a record, which may be a `data:` URL. */
const MAX_URL = 200_000

/** Image URL of a name's text record `avatar` (ENSIP-12); `undefined` for NFTs and for URLs that a page cannot display. */
export function avatarUrlOf(record: string | null): string | undefined {
  if (record === null || record.length > MAX_URL) return undefined
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?([\w/.-]+)$/.exec(record) ?? []
  if (path !== undefined) return `https://ipfs.io/ipfs/${path}`
  return /^(https:\/\/|data:image\/)/.test(record) ? record : undefined
}

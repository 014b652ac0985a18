/** A JSON answer that is not cached. */
export function reply(body: object, cookies: readonly string[] = [], status = 200): Response {
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

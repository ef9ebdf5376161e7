/** What is the same for every cookie of the portal: no script reads it, and no other site sends it. */
export interface ProtectedCookie {
  name: string
  options: { path: string; httpOnly: true; sameSite: 'strict'; secure: boolean }
}

/** Behind https the prefix makes browsers accept the cookie over https only, also from a neighbouring host. */
export function createProtectedCookie(
  name: string,
  { publicUrl, path }: { publicUrl: string; path: string },
): ProtectedCookie {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? `__Secure-${name}` : name,
    options: { path, httpOnly: true, sameSite: 'strict', secure },
  }
}

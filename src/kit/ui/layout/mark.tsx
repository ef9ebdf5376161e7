/** The institution's logo: an open book under a rising sun, in a shield. A decoration beside the name. */
export const Mark = ({ size = 40 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <path d="M24 2 6 8v15c0 11.2 7.4 19 18 23 10.6-4 18-11.8 18-23V8Z" fill="#15573c" />
    <path
      d="M24 5.2 9 10.2V23c0 9.4 6 16 15 19.8C33 39 39 32.4 39 23V10.2Z"
      fill="none"
      stroke="#c9962b"
      strokeWidth="1.2"
    />
    <path d="M17 22a7 7 0 0 1 14 0Z" fill="#c9962b" />
    <path
      d="M24 10.5v2.5M15.5 13.5l1.8 1.9M32.5 13.5l-1.8 1.9"
      stroke="#c9962b"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
    <path
      d="M12.5 24.5c4.2-.6 8.2.2 11.5 2.5 3.3-2.3 7.3-3.1 11.5-2.5v8.3c-4.2-.6-8.2.2-11.5 2.5-3.3-2.3-7.3-3.1-11.5-2.5Z"
      fill="#fff"
    />
    <path d="M24 27v8.3" stroke="#15573c" strokeWidth="1.4" />
  </svg>
)

// Where the server is: the page may lie below a path of a larger site.

const home = new URL("..", import.meta.url);

/** The address of a path of the server. */
export const address = (path) => new URL(path.replace(/^\//, ""), home).href;

addEventListener("fetch", () => undefined);

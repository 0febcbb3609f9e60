pub(crate) fn run() -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}

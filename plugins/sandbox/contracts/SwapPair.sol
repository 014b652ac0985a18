// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface PairToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

/// Constant-product pool of two tokens (x * y = k) with a fee of 0.3 % of the input.
contract SwapPair {
    event Swap(address indexed sender, uint256 paid0, uint256 paid1, uint256 out0, uint256 out1, address indexed to);
    event Sync(uint256 reserve0, uint256 reserve1);

    address public immutable token0;
    address public immutable token1;
    uint256 public reserve0;
    uint256 public reserve1;

    constructor(address token0_, address token1_) {
        token0 = token0_;
        token1 = token1_;
    }

    /// Sets the reserves to the pool's balances, so that tokens sent to the pool before this call become part of the reserves.
    function sync() public {
        reserve0 = PairToken(token0).balanceOf(address(this));
        reserve1 = PairToken(token1).balanceOf(address(this));
        emit Sync(reserve0, reserve1);
    }

    /// Pays `out0` and `out1` to `to`. The caller must have sent the input tokens to the pool earlier in the same transaction.
    function swap(uint256 out0, uint256 out1, address to) external {
        require(out0 > 0 || out1 > 0, "nothing is paid out");
        require(out0 < reserve0 && out1 < reserve1, "insufficient liquidity");
        if (out0 > 0) PairToken(token0).transfer(to, out0);
        if (out1 > 0) PairToken(token1).transfer(to, out1);
        uint256 now0 = PairToken(token0).balanceOf(address(this));
        uint256 now1 = PairToken(token1).balanceOf(address(this));
        uint256 paid0 = now0 + out0 - reserve0;
        uint256 paid1 = now1 + out1 - reserve1;
        uint256 product = (now0 * 1000 - paid0 * 3) * (now1 * 1000 - paid1 * 3);
        require(product >= reserve0 * reserve1 * 1_000_000, "too little was paid in");
        emit Swap(msg.sender, paid0, paid1, out0, out1, to);
        sync();
    }
}

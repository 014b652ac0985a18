// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface RouterToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface RouterCoin is RouterToken {
    function depositTo(address to) external payable;
    function withdrawTo(address payable to, uint256 value) external;
}

interface RouterPair {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function reserve0() external view returns (uint256);
    function reserve1() external view returns (uint256);
    function swap(uint256 out0, uint256 out1, address to) external;
}

/// Router for a path of constant-product pools, with the function signatures of Uniswap v2's router. Keeps a fee of 0.85 % of the input.
contract SwapRouter {
    address public immutable WETH;
    mapping(address tokenA => mapping(address tokenB => address)) public pairOf;

    constructor(address wrapped, address[] memory pairs) {
        WETH = wrapped;
        for (uint256 i = 0; i < pairs.length; i++) {
            (address a, address b) = (RouterPair(pairs[i]).token0(), RouterPair(pairs[i]).token1());
            pairOf[a][b] = pairs[i];
            pairOf[b][a] = pairs[i];
        }
    }

    /// Amounts along the path: `amountIn` without the router's fee, then the output of each pool.
    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        require(path.length >= 2, "the path is too short");
        amounts = new uint256[](path.length);
        amounts[0] = amountIn - fee(amountIn);
        for (uint256 i = 1; i < path.length; i++) {
            address pair = pairOf[path[i - 1]][path[i]];
            require(pair != address(0), "there is no such pool");
            (uint256 reserveIn, uint256 reserveOut) = (RouterPair(pair).reserve0(), RouterPair(pair).reserve1());
            if (RouterPair(pair).token0() != path[i - 1]) (reserveIn, reserveOut) = (reserveOut, reserveIn);
            uint256 effective = amounts[i - 1] * 997;
            amounts[i] = (effective * reserveOut) / (reserveIn * 1000 + effective);
        }
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        returns (uint256[] memory amounts)
    {
        require(path[0] == WETH, "the path begins elsewhere");
        amounts = check(msg.value, amountOutMin, path, deadline);
        RouterCoin(WETH).depositTo{value: amounts[0]}(pairOf[path[0]][path[1]]);
        swapAlong(amounts, path, to);
    }

    function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        returns (uint256[] memory amounts)
    {
        require(path[path.length - 1] == WETH, "the path ends elsewhere");
        amounts = check(amountIn, amountOutMin, path, deadline);
        pay(amountIn, amounts[0], path);
        swapAlong(amounts, path, address(this));
        RouterCoin(WETH).withdrawTo(payable(to), amounts[amounts.length - 1]);
    }

    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        returns (uint256[] memory amounts)
    {
        amounts = check(amountIn, amountOutMin, path, deadline);
        pay(amountIn, amounts[0], path);
        swapAlong(amounts, path, to);
    }

    function fee(uint256 amountIn) private pure returns (uint256) {
        return (amountIn * 85) / 10_000;
    }

    /// Amounts along the path. Reverts after the deadline, or if the output is below the minimum.
    function check(uint256 amountIn, uint256 amountOutMin, address[] calldata path, uint256 deadline)
        private
        view
        returns (uint256[] memory amounts)
    {
        require(block.timestamp <= deadline, "the swap is too late");
        amounts = getAmountsOut(amountIn, path);
        require(amounts[amounts.length - 1] >= amountOutMin, "less than the minimum would arrive");
    }

    /// Collects the input: the fee for the router, and the rest for the first pool.
    function pay(uint256 amountIn, uint256 afterFee, address[] calldata path) private {
        RouterToken(path[0]).transferFrom(msg.sender, address(this), amountIn - afterFee);
        RouterToken(path[0]).transferFrom(msg.sender, pairOf[path[0]][path[1]], afterFee);
    }

    /// Swaps in each pool of the path. Each pool pays directly into the next one, the last pool to `last`.
    function swapAlong(uint256[] memory amounts, address[] calldata path, address last) private {
        for (uint256 i = 1; i < path.length; i++) {
            RouterPair pair = RouterPair(pairOf[path[i - 1]][path[i]]);
            address to = i + 1 < path.length ? pairOf[path[i]][path[i + 1]] : last;
            bool isFirst = pair.token0() == path[i - 1];
            pair.swap(isFirst ? 0 : amounts[i], isFirst ? amounts[i] : 0, to);
        }
    }
}
